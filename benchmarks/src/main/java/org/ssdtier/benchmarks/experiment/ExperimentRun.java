package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.device.CalibratedDrives;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;

/**
 * A run of an experiment. Makes the data set, starts a node for each arm on a disk of its own, warms the nodes up one
 * after the other with fast disks, then runs the slots with slow disks, all arms in turn. Only one node serves requests
 * at a time; the others stay idle and keep their memory.
 */
final class ExperimentRun {
    private static final double MINUTE_SECONDS = 60;
    private static final double PERCENT = 100;
    /** Time per slot beyond its own length, for the requests before it and for reading counters. */
    private static final int SLOT_OVERHEAD_SECONDS = 3;

    private final Experiment experiment;
    private final RunDirectory directory;
    private final RunDirectory.Plan plan;
    private final DiskChoice disks;
    private final Path datasets;
    private final Consumer<String> progress;
    private final Map<String, ArmNode> nodes = new LinkedHashMap<>();
    private final Map<String, String> ended = new HashMap<>();
    private final Map<Disk, Device> logs = new EnumMap<>(Disk.class);
    private final Pinning pinning;
    private @Nullable RunFacts begun;

    ExperimentRun(
            Experiment experiment,
            RunDirectory directory,
            RunDirectory.Plan plan,
            DiskChoice disks,
            Path datasets,
            Consumer<String> progress) {
        this.experiment = experiment;
        this.directory = directory;
        this.plan = plan;
        this.disks = disks;
        this.datasets = datasets;
        this.progress = progress;
        this.pinning = Pinning.of(plan.isPinned());
    }

    /**
     * Returns whether no slot is missing.
     *
     * @throws IOException if the directory holds another run
     */
    boolean isMeasured() throws IOException {
        directory.open(plan);
        return missing().isEmpty();
    }

    /**
     * Calibrates the disks if they are emulated. The deviations, the load before, and whether the run was forced are facts
     * of the run.
     *
     * @param idle options that may allow a disk that deviates from its model, after the wait for an idle machine
     * @param images requires memory for the disks' images, which may be allowed to be missing likewise
     * @throws IOException if a disk deviates from its model and may not, or cannot be made
     */
    void calibrate(IdleOptions idle, IdleOptions.DriveCheck images) throws IOException {
        if (disks.isEmulated()) {
            DeviceRegistry host = DeviceRegistry.open(Checkout.locate(), progress);
            calibrate(idle, images, CalibratedDrives.on(host, progress));
        } else {
            RunFacts facts = RunFacts.begin(plan.seed(), directory.path());
            facts.addAll(idle.admit());
            begun = facts;
        }
    }

    /** Calibrates emulated disks with an injected calibration; returns the facts of the run. */
    RunFacts calibrate(IdleOptions idle, IdleOptions.DriveCheck images, CalibratedDrives.Calibrator calibrator)
            throws IOException {
        RunFacts facts = RunFacts.begin(plan.seed(), directory.path());
        if (!idle.areDrivesForced()) {
            images.require(); // before the time that a calibration takes
        }
        CalibratedDrives found = CalibratedDrives.of(disks.drives(experiment), calibrator);
        facts.addAll(found.facts());
        facts.addAll(idle.admit(images, found::require));
        begun = facts;
        return facts;
    }

    /**
     * Runs the missing slots.
     *
     * @return whether all slots of the experiment have a result and none failed
     */
    boolean run() throws IOException, InterruptedException {
        directory.open(plan);
        List<Slot> missing = missing();
        if (!missing.isEmpty()) {
            runSlots(missing);
        }
        List<Slot> slots = plan.slots();
        List<SlotResult> results = directory.results(slots);
        return results.size() == slots.size() && results.stream().allMatch(SlotResult::isGood);
    }

    /**
     * Returns the slots without a result, and the others of the same round and mix: the slots of a round are compared, and
     * after an interruption the nodes are new.
     */
    List<Slot> missing() throws IOException {
        Set<Slot> incomplete = new HashSet<>();
        for (Slot slot : plan.slots()) {
            if (!directory.has(slot)) {
                incomplete.add(slot.ofArm(""));
            }
        }
        return plan.slots().stream()
                .filter(slot -> incomplete.contains(slot.ofArm("")))
                .toList();
    }

    /**
     * Runs slots and records the machine's facts. Not called for a complete run, so that its recorded facts are kept.
     */
    private void runSlots(List<Slot> missing) throws IOException, InterruptedException {
        RunFacts facts = begun != null ? begun : RunFacts.begin(plan.seed(), directory.path());
        facts.setDisks(plan.device(), "not known yet");
        if (directory.hasRun()) {
            facts.follow(directory.run().facts());
        }
        Dataset dataset = new Dataset(datasets, experiment.table().shape(), plan.scale(), plan.seed());
        Dataset.Facts made = dataset.prepare(line -> progress.accept("data: " + line));
        if (directory.hasRun()) {
            made.requireLayoutOf(directory.run().dataset());
        }
        directory.write(new RunDirectory.Run(plan, made, facts.toMap()));
        pinning.moveThisProcess();
        try (Rig rig = Rig.open(disks, directory.nodes().resolve("disks"), progress)) {
            facts.setDisks(
                    plan.device(), rig.isBounded() ? "limited by control groups to each arm's budget" : "not limited");
            measure(rig, dataset, missing);
        } finally {
            directory.deleteNodes();
        }
        directory.write(new RunDirectory.Run(plan, made, facts.toMap()));
    }

    private void measure(Rig rig, Dataset dataset, List<Slot> slots) throws IOException, InterruptedException {
        try {
            rig.slow(false);
            startAll(rig, dataset);
            for (Map.Entry<String, ArmNode> entry : nodes.entrySet()) {
                warmUp(entry.getKey(), entry.getValue());
            }
            rig.slow(true);
            for (int i = 0; i < slots.size(); i++) {
                SlotResult result = run(slots.get(i));
                directory.write(result);
                progress.accept(line(result, slots.size() - i - 1));
            }
            rig.slow(false);
        } finally {
            closeAll();
        }
    }

    private void startAll(Rig rig, Dataset dataset) throws IOException {
        Setup setup = new Setup(
                experiment.table().shape(),
                plan.scale(),
                plan.shares(),
                plan.budget(),
                plan.seed(),
                directory.nodes(),
                pinning,
                experiment.yaml(plan.scale()));
        long tiers = experiment.arms().stream().filter(Arm::hasTier).count();
        Device cache = rig.device(
                "cache",
                Disk.SSD,
                Math.max(2, tiers) * plan.budget().ssdBytes() + plan.scale().diskBytes() / 8);
        for (Arm arm : experiment.arms()) {
            progress.accept("starting " + arm + ": " + arm.words());
            long logBytes = arm.isOnOneDisk() ? Budget.LOG_BYTES : 0;
            Device data = rig.loadedDevice(
                    "data-" + arm,
                    arm.data(),
                    plan.scale().diskBytes() + logBytes,
                    plan.budget().blocks(arm),
                    dataset);
            Device log = arm.isOnOneDisk() ? data : logDevice(rig, arm.log());
            ProgramMemory memory = rig.memory(arm.name());
            try {
                nodes.put(arm.name(), ArmNode.start(arm, setup, new Disks(data, log, cache), memory));
            } catch (IOException | RuntimeException e) {
                memory.close();
                throw e;
            }
        }
    }

    private Device logDevice(Rig rig, Disk kind) throws IOException {
        Device log = logs.get(kind);
        if (log == null) {
            log = rig.device("log-" + kind, kind, experiment.arms().size() * Budget.LOG_BYTES);
            logs.put(kind, log);
        }
        return log;
    }

    private void warmUp(String arm, ArmNode node) throws IOException, InterruptedException {
        try {
            long seconds = node.warmUp();
            progress.accept(String.format(Locale.ROOT, "warmed up %s in %d s", arm, seconds));
        } catch (IOException e) {
            end(arm, node, e);
        }
    }

    private SlotResult run(Slot slot) throws InterruptedException {
        String why = ended.get(slot.arm());
        if (why != null) {
            return SlotResult.failed(slot, why);
        }
        ArmNode node = nodes.get(slot.arm());
        if (node == null) {
            return SlotResult.failed(slot, "never started");
        }
        try {
            return node.run(slot, offered(slot));
        } catch (IOException e) {
            return SlotResult.failed(slot, node.isAlive() ? String.valueOf(e.getMessage()) : end(slot.arm(), node, e));
        }
    }

    /** Returns the requests per second of a slot; 0 if its clients wait for their answers. */
    private double offered(Slot slot) throws IOException {
        if (!slot.hasRate()) {
            return 0;
        }
        Comparison soFar = new Comparison(experiment, directory.results(plan.slots()));
        double hundred = soFar.offeredAtHundred(slot.readPercent())
                .orElseGet(() -> soFar.stockCapacity(slot.readPercent()).orElse(Double.NaN));
        if (Double.isNaN(hundred)) {
            throw new IOException("no stock arm has a result to derive the rate from");
        }
        return slot.loadPercent() / PERCENT * hundred;
    }

    /** Records that an arm's node has failed, with the last lines of its log; the other arms continue. */
    private String end(String arm, ArmNode node, IOException cause) {
        String why = cause.getMessage() + "\n" + node.lastWords();
        ended.put(arm, why);
        progress.accept("arm " + arm + " failed: " + why);
        return why;
    }

    private void closeAll() throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (ArmNode node : nodes.values()) {
            try {
                node.close();
            } catch (IOException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    private String line(SlotResult result, int left) {
        double minutes = left * (plan.scale().slotSeconds() + SLOT_OVERHEAD_SECONDS) / MINUTE_SECONDS;
        String what = result.isGood()
                ? String.format(
                        Locale.ROOT,
                        "%,8.0f requests/s, mean read %6.2f ms, hits %.3f + %.3f%s, %.3f disk reads per request%s",
                        result.requestsPerSecond(),
                        result.reads().meanMicros() / TimeUnit.MILLISECONDS.toMicros(1),
                        result.hits().memory(),
                        result.hits().ssd(),
                        HitShares.remark(result.hits().outages()),
                        result.disk().dataReads(),
                        MachineReads.remark(result))
                : "failed: " + result.failure();
        return String.format(
                Locale.ROOT,
                "round %d, %d %% reads%s, %-12s %s (%d slots left, %.0f min)",
                result.slot().round(),
                result.slot().readPercent(),
                result.slot().hasRate() ? ", load " + result.slot().loadPercent() + " %" : "",
                result.slot().arm(),
                what,
                left,
                minutes);
    }
}
