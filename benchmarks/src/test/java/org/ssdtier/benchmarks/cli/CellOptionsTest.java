package org.ssdtier.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;
import org.ssdtier.benchmarks.device.Calibration;
import org.ssdtier.benchmarks.device.LoadComparison;
import org.ssdtier.benchmarks.device.LoadFigures;
import org.ssdtier.benchmarks.load.IdleMachine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tests of the two checks before an experiment, with an injected load and an injected calibration. */
@Tag("unit")
final class CellOptionsTest {
    private final StringWriter err = new StringWriter();
    private double load = 0.1;
    private double slowness = 1;
    private Map<String, Object> facts = Map.of();

    @TempDir
    private Path directory;

    /** An experiment on two hard disks. */
    @Command(name = "experiment")
    private final class Experiment implements Callable<Integer> {
        @Mixin
        private final CellOptions options =
                new CellOptions(new IdleOptions(new IdleMachine(() -> load, seconds -> {})));

        @Override
        public Integer call() throws Exception {
            facts = options.begin(CellOptionsTest.this::calibrate, directory, List.of(new Kind("hdd-7200", 2)))
                    .toMap();
            return 0;
        }
    }

    @Test
    void idleMachine_goodDrives_isNotForced() {
        assertEquals(0, run());
        assertEquals(false, facts.get("forced"));
        assertEquals(List.of(), facts.get("refused_by"));
        assertEquals(Map.of("hdd-7200 x 2", Map.of("random-qd1", 0.0)), facts.get("deviations_from_model"));
    }

    @Test
    void busyMachine_isRefused_andForcedWithTheFact() {
        load = 3;
        assertEquals(1, run("--force-drives"));
        assertTrue(err.toString().contains("load_average=3.00"), err.toString());
        assertEquals(Map.of(), facts);
        assertEquals(0, run("--force-load"));
        assertEquals(true, facts.get("forced"));
        assertEquals(List.of("load"), facts.get("refused_by"));
    }

    @Test
    void deviatingDrive_isRefused_andForcedWithTheFact() {
        slowness = 1.3;
        assertEquals(1, run("--force-load"));
        assertTrue(err.toString().contains("device=hdd-7200 x 2 load=random-qd1 deviation=+30.0 %"), err.toString());
        assertEquals(Map.of(), facts);
        assertEquals(0, run("--force-drives"));
        assertEquals(true, facts.get("forced"));
        assertEquals(List.of("drives"), facts.get("refused_by"));
    }

    @Test
    void both_areForcedByOneOption() {
        load = 3;
        slowness = 1.3;
        assertEquals(0, run("--force"));
        assertEquals(List.of("load", "drives"), facts.get("refused_by"));
    }

    private Calibration.Result calibrate(Kind kind) {
        LoadFigures expected = new LoadFigures("random-qd1", 1_000, 100, 0.4, 10_000, 10_000, 18_000);
        LoadFigures measured = new LoadFigures("random-qd1", 1_000, 100, 0.4, 10_000 * slowness, 10_000, 18_000);
        return new Calibration.Result(
                kind.profile() + " x " + kind.spindles(),
                30,
                List.of(new LoadComparison(measured, expected, null, true, 1)));
    }

    private int run(String... words) {
        return new CommandLine(new Experiment())
                .setErr(new PrintWriter(err, true))
                .execute(words);
    }
}
