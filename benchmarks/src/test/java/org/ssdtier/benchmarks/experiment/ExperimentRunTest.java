package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;
import org.ssdtier.benchmarks.device.Calibration;
import org.ssdtier.benchmarks.device.LoadComparison;
import org.ssdtier.benchmarks.device.LoadFigures;
import picocli.CommandLine;

/** Tests of the check of the drives before an experiment, with an injected calibration. */
@Tag("unit")
final class ExperimentRunTest {
    private static final Scale SCALE = Scale.named("tiny");
    private static final Shares SHARES = Shares.of(Shares.EQUAL_SHARE, SCALE.rows());

    private static final IdleOptions.DriveCheck ENOUGH = () -> {};

    private final List<Kind> calibrated = new ArrayList<>();

    @TempDir
    private Path directory;

    @Test
    void deviatingDrive_isRefused() {
        IOException refused = assertThrows(IOException.class, () -> run(Experiment.ROW_CACHE, "emulated")
                .calibrate(options(), ENOUGH, this::slow));
        assertTrue(refused.getMessage().startsWith("device=slow load=random-qd1 deviation=+30.0 %"));
    }

    @Test
    void deviatingDrive_forced_isAFactOfTheRun() throws IOException {
        Map<String, Object> facts = run(Experiment.ROW_CACHE, "emulated")
                .calibrate(options("--force-drives"), ENOUGH, this::slow)
                .toMap();
        assertEquals(true, facts.get("forced"));
        assertEquals(List.of("drives"), facts.get("refused_by"));
        assertEquals(0.3, (Double) ((Map<?, ?>) facts.get("deviation_from_model")).get("slow"), 1e-9);
        assertTrue(((Map<?, ?>) facts.get("deviations_from_model")).containsKey("slow"));
    }

    @Test
    void calibratedDrives_areInTheStateOfTheRun() throws IOException {
        run(Experiment.ROW_CACHE, "emulated-outer").calibrate(options("--force"), ENOUGH, this::slow);
        assertEquals(List.of(new Kind("hdd-7200", 2, 0.0), new Kind("ssd-sata", 1)), calibrated);
    }

    /** Images that do not fit into memory are refused before the time that a calibration takes, or are a fact of the run. */
    @Test
    void imagesWithoutMemory_areRefused_orAFactOfTheRun() throws IOException {
        IdleOptions.DriveCheck tooLittle = () -> {
            throw new IOException("memory");
        };
        ExperimentRun run = run(Experiment.ROW_CACHE, "emulated");
        IOException refused =
                assertThrows(IOException.class, () -> run.calibrate(options(), tooLittle, this::agreeing));
        assertEquals("memory", refused.getMessage());
        assertEquals(List.of(), calibrated);
        Map<String, Object> facts = run.calibrate(options("--force-drives"), tooLittle, this::agreeing)
                .toMap();
        assertEquals(List.of("memory"), facts.get("refused_by"));
        assertEquals(
                List.of(),
                run.calibrate(options(), ENOUGH, this::agreeing).toMap().get("refused_by"));
    }

    /** The arms of a round are compared, and the nodes of a run that continues are new. */
    @Test
    void anInterruptedRound_isRunAgain_withAllItsArms() throws IOException {
        RunDirectory results = new RunDirectory(directory.resolve("run"));
        RunDirectory.Plan plan = plan(Experiment.ROW_CACHE, "host");
        results.open(plan);
        List<Slot> slots = plan.slots();
        int done = slots.size() - 1;
        for (Slot slot : slots.subList(0, done)) {
            results.write(SyntheticSlots.slot(slot, 100));
        }
        List<Slot> missing = run(Experiment.ROW_CACHE, "host").missing();
        assertEquals(plan.arms().size(), missing.size());
        Slot last = slots.get(done);
        assertTrue(missing.stream().allMatch(slot -> slot.ofArm(last.arm()).equals(last)));
        results.write(SyntheticSlots.slot(last, 100));
        assertEquals(List.of(), run(Experiment.ROW_CACHE, "host").missing());
    }

    private static IdleOptions options(String... words) {
        return CommandLine.populateCommand(new IdleOptions(), words);
    }

    private Calibration.Result slow(Kind kind) {
        return calibration(kind, 13_000);
    }

    private Calibration.Result agreeing(Kind kind) {
        return calibration(kind, 10_000);
    }

    private Calibration.Result calibration(Kind kind, int micros) {
        calibrated.add(kind);
        LoadFigures expected = new LoadFigures("random-qd1", 1_000, 100, 0.4, 10_000, 10_000, 18_000);
        LoadFigures measured = new LoadFigures("random-qd1", 1_000, 100, 0.4, micros, 10_000, 18_000);
        return new Calibration.Result("slow", 30, List.of(new LoadComparison(measured, expected, null, true, 1)));
    }

    private RunDirectory.Plan plan(Experiment experiment, String device) {
        return new RunDirectory.Plan(
                experiment.name(),
                experiment.arms().stream().map(Arm::name).toList(),
                experiment.readPercents(),
                SCALE,
                SHARES,
                Budget.of(SCALE, SHARES),
                1,
                device,
                List.of(),
                SSTableFormat.BIG,
                false);
    }

    private ExperimentRun run(Experiment experiment, String device) {
        return new ExperimentRun(
                experiment,
                new RunDirectory(directory.resolve("run")),
                plan(experiment, device),
                DiskChoice.parse(List.of(device)),
                directory.resolve("datasets"),
                line -> {});
    }
}
