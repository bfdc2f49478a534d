package org.ssdtier.benchmarks.streams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.stream.FlashDrive;
import org.ssdtier.benchmarks.device.stream.FlashValidation;
import org.ssdtier.benchmarks.device.stream.Replay;
import org.ssdtier.benchmarks.device.stream.StreamMapping;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultDirectory;

/**
 * A run of the experiment in a directory: {@code run.json} with the plan, a result and a block trace for each online arm. An
 * interrupted run continues with the arms that have none. The offline arms take seconds and are run each time.
 */
final class StreamsRun {
    /** The name of the fact with the largest deviation of the model of flash from its closed forms, as a fraction. */
    static final String FLASH_FACT = "flash_deviation_from_closed_form";

    private static final String PLAN = "run.json";

    /** Arms on the traces of other loads and strategies. */
    private static final List<OfflineArm> OTHERS =
            List.of(OfflineArm.NORMAL, OfflineArm.MULTI_LOG, OfflineArm.MULTI_DATA, OfflineArm.EIGHT);

    private static final double SECTORS_PER_MEBIBYTE = 256;
    private static final double PERCENT = 100;

    private final StreamsPlan plan;
    private final List<OnlineArm> arms;
    private final Path directory;
    private final DeviceRegistry host;
    private final Consumer<String> progress;

    StreamsRun(StreamsPlan plan, List<OnlineArm> arms, Path directory, DeviceRegistry host, Consumer<String> progress) {
        this.plan = plan;
        this.arms = arms;
        this.directory = directory;
        this.host = host;
        this.progress = progress;
    }

    /** A plan with facts about the machine. */
    record Begun(StreamsPlan plan, Map<String, Object> facts) {}

    /**
     * Returns whether no online arm is missing.
     *
     * @throws IOException if the directory holds something else
     */
    boolean isMeasured() throws IOException {
        open();
        return arms.stream().allMatch(this::isMeasured);
    }

    private boolean isMeasured(OnlineArm arm) {
        return Files.exists(slot(arm)) && Files.exists(trace(arm));
    }

    /** Returns the largest deviation of the model of flash from a closed form, as a fraction. */
    static double largestDeviation(FlashValidation validation) {
        return validation.cases().stream()
                .map(FlashValidation.Case::deviation)
                .max(Comparator.comparingDouble(Math::abs))
                .orElseThrow();
    }

    /**
     * Requires that the model of flash agrees with its closed forms.
     *
     * @throws IOException if it does not
     */
    static void require(FlashValidation validation) throws IOException {
        if (!validation.isGood()) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "flash deviation=%+.2f %%: more than allowed from the closed forms of its write amplification; see"
                            + " ./ssdtier device validate, or measure nevertheless with --force-drives",
                    PERCENT * largestDeviation(validation)));
        }
    }

    /**
     * Runs the missing arms, then all that is offline. Arms of earlier invocations are in the result, too.
     *
     * @param checked facts of the checks before this invocation
     */
    StreamsResult run(Map<String, ?> checked) throws IOException, InterruptedException {
        if (!isMeasured()) {
            measure(checked);
        }
        progress.accept("replaying the traces");
        List<OnlineArm> measured =
                OnlineArm.ALL.stream().filter(this::isMeasured).toList();
        List<OnlineResult> online = new ArrayList<>();
        for (OnlineArm arm : measured) {
            online.add(Json.read(slot(arm), OnlineResult.class));
        }
        List<OfflineResult> offline = new ArrayList<>();
        for (OfflineArm arm : OfflineArm.all()) {
            offline.add(replay(arm, OnlineArm.NORMAL));
        }
        List<OfflineResult> others = new ArrayList<>();
        for (OnlineArm arm : measured) {
            if (!arm.isCompared()) {
                for (OfflineArm mapping : OTHERS) {
                    others.add(replay(mapping, arm));
                }
            }
            if (arm.hasRowCache()) {
                others.add(replay(OfflineArm.WRITES, arm));
                others.add(replay(OfflineArm.WITHOUT_ROW_CACHE, arm));
            }
        }
        return new StreamsResult(plan, begun().facts(), online, offline, others, sensitivity());
    }

    /** Runs the missing arms, and records the machine's facts before and after. */
    private void measure(Map<String, ?> checked) throws IOException, InterruptedException {
        RunFacts facts = RunFacts.begin(plan.seed(), directory);
        facts.setDisks("emulated", host.canBoundMemory() ? "limited by a control group to the plan's" : "not limited");
        facts.addAll(checked);
        if (isBegun()) {
            facts.follow(begun().facts());
        }
        Json.write(directory.resolve(PLAN), new Begun(plan, facts.toMap()));
        for (OnlineArm arm : arms) {
            if (!isMeasured(arm)) {
                runOnline(arm);
            }
        }
        Json.write(directory.resolve(PLAN), new Begun(plan, facts.toMap()));
    }

    private boolean isBegun() {
        return Files.exists(directory.resolve(PLAN));
    }

    private Begun begun() throws IOException {
        return Json.read(directory.resolve(PLAN), Begun.class);
    }

    /**
     * Begins a run, or continues one with the same plan.
     *
     * @throws IOException if the directory holds something else; the message names the fields of another plan
     */
    private void open() throws IOException {
        if (isBegun()) {
            ResultDirectory.requirePlan(directory, begun().plan(), plan);
        } else {
            ResultDirectory.requireEmpty(directory);
        }
    }

    private void runOnline(OnlineArm arm) throws IOException, InterruptedException {
        Path nodes = directory.resolve("nodes");
        try {
            Path part = directory.resolve(arm.traceFile() + ".part");
            OnlineResult result = new OnlineRun(plan, arm, nodes, host, progress).run(part);
            Files.move(part, trace(arm), StandardCopyOption.REPLACE_EXISTING);
            Json.write(slot(arm), result);
        } finally {
            FileTree.delete(nodes);
        }
    }

    private OfflineResult replay(OfflineArm arm, OnlineArm recorded) throws IOException {
        return new OfflineResult(
                arm.name(), recorded.name(), plan.spareShare(), 0, arm.run(replayOf(recorded), plan::drive, host));
    }

    /** Replays the first trace on drives of other sizes, with one stream and with all. */
    private List<OfflineResult> sensitivity() throws IOException {
        List<OfflineResult> results = new ArrayList<>();
        for (StreamMapping mapping : StreamsPlan.OF_OTHER_ROOM) {
            for (FlashDrive drive : plan.drivesOfOtherRoom(mapping)) {
                results.add(new OfflineResult(
                        mapping.name(),
                        OnlineArm.NORMAL.name(),
                        drive.spareShare(),
                        drive.fill(),
                        replayOf(OnlineArm.NORMAL).on(drive, host)));
            }
        }
        return results;
    }

    /** Returns a replay of an arm's trace, with figures of the updates alone. */
    private Replay replayOf(OnlineArm recorded) throws IOException {
        OnlineResult result = Json.read(slot(recorded), OnlineResult.class);
        return Replay.of(trace(recorded), result.loadSectors() / SECTORS_PER_MEBIBYTE, OnlineResult.WINDOW_SECONDS);
    }

    private Path slot(OnlineArm arm) {
        return directory.resolve("slots").resolve(arm.name() + ".json");
    }

    private Path trace(OnlineArm arm) {
        return directory.resolve(arm.traceFile());
    }
}
