package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.RunFacts;

/**
 * A run of the experiment: in each round, each arm is set up, measured and removed. Only one arm's processes exist at a
 * time, because a cluster has four nodes; so only the slots of one visit are compared within minutes.
 */
final class FilesRun {
    private static final double MICROS_PER_MILLI = 1_000;

    private final FilesPlan plan;
    private final FilesDirectory directory;
    private final Path datasets;
    private final DeviceRegistry host;
    private final Consumer<String> progress;

    /**
     * Creates the run.
     *
     * @param datasets directory of the data sets of all runs
     * @param host maker of drives and memory groups
     */
    FilesRun(FilesPlan plan, FilesDirectory directory, Path datasets, DeviceRegistry host, Consumer<String> progress) {
        this.plan = plan;
        this.directory = directory;
        this.datasets = datasets;
        this.host = host;
        this.progress = progress;
    }

    /** The visits of a run: an arm in a round. */
    private record Visit(String arm, int round) {}

    /** Returns whether nothing is left to measure. */
    boolean isMeasured() throws IOException {
        directory.open(plan);
        return directory.missing(plan.slots()).isEmpty();
    }

    /**
     * Runs the missing slots.
     *
     * @param facts begun facts of this invocation
     */
    void run(RunFacts facts) throws IOException, InterruptedException {
        directory.open(plan);
        List<FilesSlot> missing = plan.withCounterparts(directory.missing(plan.slots()));
        if (!missing.isEmpty()) {
            facts.setDisks(
                    "emulated", host.canBoundMemory() ? "limited by control groups to the plan's" : "not limited");
            if (directory.isBegun()) {
                facts.follow(directory.begun().facts());
            }
            directory.write(new FilesDirectory.Begun(plan, facts.toMap()));
            Map<Visit, List<FilesSlot>> visits = new LinkedHashMap<>();
            missing.forEach(
                    slot -> visits.computeIfAbsent(new Visit(slot.arm(), slot.round()), unseen -> new ArrayList<>())
                            .add(slot));
            AtomicInteger left = new AtomicInteger(missing.size());
            for (List<FilesSlot> slots : visits.values()) {
                visit(slots, left);
                directory.writeResult();
            }
            directory.write(new FilesDirectory.Begun(plan, facts.toMap()));
        }
    }

    /** Runs slots of one arm. A visit that fails leaves its other slots failed, and the next visit follows. */
    private void visit(List<FilesSlot> slots, AtomicInteger left) throws IOException, InterruptedException {
        FilesArm arm = FilesArm.named(slots.get(0).arm());
        directory.deleteNodes(); // those of a run that was killed
        List<FilesSlot> unfinished = new ArrayList<>(slots);
        try (ServedFiles served = start(arm)) {
            progress.accept(arm + ": filling the caches");
            new FilesVisit(plan.scale(), served).run(slots, result -> {
                unfinished.remove(result.slot());
                directory.write(result);
                directory.writeResult();
                progress.accept(line(result, left.decrementAndGet()));
            });
        } catch (IOException | RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            progress.accept("arm " + arm + " failed: " + why);
            for (FilesSlot slot : unfinished) {
                if (!directory.has(slot)) { // an earlier run may have the counterpart of one that is missing
                    directory.write(FilesSlotResult.failed(slot, why));
                }
                left.decrementAndGet();
            }
        } finally {
            directory.deleteNodes();
        }
    }

    private ServedFiles start(FilesArm arm) throws IOException, InterruptedException {
        if (!arm.isStore()) {
            return ServedFileSystem.start(plan, arm, directory.nodes(), host, progress);
        }
        FilesDataset dataset = new FilesDataset(datasets, plan.scale(), Objects.requireNonNull(arm.model), plan.seed());
        dataset.prepare(line -> progress.accept("data: " + line));
        return StoreCluster.start(plan, arm, dataset, directory.nodes(), host, progress);
    }

    private String line(FilesSlotResult result, int left) {
        String what;
        if (!result.isGood()) {
            what = "failed: " + result.failure();
        } else if (result.slot().phase() == FilesPhase.TRAVERSAL) {
            what = traversalWords(result);
        } else {
            what = String.format(
                    Locale.ROOT,
                    "%,.0f reads/s, mean %.2f ms, p99 %.1f ms, hits %.3f, %.3f disk reads per read%s",
                    result.readsPerSecond(),
                    result.reads().meanMicros() / MICROS_PER_MILLI,
                    result.reads().p99Micros() / MICROS_PER_MILLI,
                    result.hits(),
                    result.diskReads(),
                    result.slot().phase().hasTraversal() ? "; " + traversalWords(result) : "");
        }
        return result.slot() + ": " + what + " (" + left + " slots left)";
    }

    private String traversalWords(FilesSlotResult result) {
        Traversed traversed = result.traversed();
        return String.format(
                Locale.ROOT,
                "%,d files traversed in %.1f s, all in %.0f s",
                traversed.files(),
                traversed.seconds(),
                traversed.secondsFor(plan.scale().files()));
    }
}
