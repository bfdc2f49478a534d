package org.ssdtier.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.IdleMachine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tests of the refusal of a result that is kept, on a machine whose load is 1.5 and does not fall by itself. */
@Tag("unit")
final class IdleOptionsTest {
    private final StringWriter err = new StringWriter();
    private double machineLoad = 1.5;
    private long slept;

    @TempDir
    private Path directory;

    /** A command that keeps its result. */
    @Command(name = "measure")
    private final class Measure implements Callable<Integer> {
        @Mixin
        private final JsonOption json = new JsonOption();

        @Mixin
        private final IdleOptions idle =
                new IdleOptions(new IdleMachine(() -> machineLoad, seconds -> slept += seconds));

        private final boolean areDrivesGood;
        private boolean hasMeasured;
        private Map<String, Object> facts = Map.of();

        Measure() {
            this(true);
        }

        Measure(boolean areDrivesGood) {
            this.areDrivesGood = areDrivesGood;
        }

        @Override
        public Integer call() throws Exception {
            idle.await(json.isFile(), line -> {});
            facts = idle.admit(() -> {
                if (!areDrivesGood) {
                    throw new IOException("device=hdd: deviates");
                }
            });
            hasMeasured = true;
            return 0;
        }
    }

    @Test
    void keptResult_busyMachine_isRefusedAfterThreeMinutes() {
        Measure measure = new Measure();
        assertEquals(1, run(measure, "--json", file()));
        assertFalse(measure.hasMeasured);
        assertEquals(180, slept);
        assertTrue(err.toString().contains("load_average=1.50 after a wait of 180 s"), err.toString());
    }

    @Test
    void keptResult_otherWait_isRefusedAfterThat() {
        assertEquals(1, run(new Measure(), "--json", file(), "--wait-idle", "7"));
        assertEquals(7, slept);
    }

    @Test
    void keptResult_forced_isMeasuredAtOnce() {
        Measure measure = new Measure();
        assertEquals(0, run(measure, "--json", file(), "--force"));
        assertTrue(measure.hasMeasured);
        assertEquals(0, slept);
    }

    /** Checked by removal: each option forces its own check only, and the facts name what would have refused. */
    @Test
    void forced_factsNameTheChecksThatWouldHaveRefused() {
        assertEquals(List.of(true, List.of("load")), factsOf(new Measure(), "--force"));
        assertEquals(List.of(true, List.of("load")), factsOf(new Measure(), "--force-load"));
        assertEquals(List.of(true, List.of("load", "drives")), factsOf(new Measure(false), "--force"));
        assertEquals(
                List.of(true, List.of("load", "drives")),
                factsOf(new Measure(false), "--force-load", "--force-drives"));
        machineLoad = 0.2;
        assertEquals(List.of(true, List.of()), factsOf(new Measure(), "--force"));
        assertEquals(List.of(true, List.of("drives")), factsOf(new Measure(false), "--force-drives"));
        assertEquals(List.of(false, List.of()), factsOf(new Measure()));
    }

    @Test
    void forcedLoad_deviatingDrive_isStillRefused() {
        assertRefused(new Measure(false), "device=hdd: deviates", "--force-load");
    }

    @Test
    void forcedDrives_busyMachine_isStillRefused() {
        assertRefused(new Measure(false), "load_average=1.50", "--force-drives");
    }

    private void assertRefused(Measure measure, String message, String option) {
        assertEquals(1, run(measure, "--json", file(), option));
        assertFalse(measure.hasMeasured);
        assertTrue(err.toString().contains(message), err.toString());
    }

    private List<Object> factsOf(Measure measure, String... options) {
        List<String> words = new ArrayList<>(List.of("--json", file()));
        words.addAll(List.of(options));
        assertEquals(0, run(measure, words.toArray(String[]::new)), err.toString());
        assertEquals(Set.of("forced", "refused_by"), measure.facts.keySet());
        return List.of(measure.facts.get("forced"), measure.facts.get("refused_by"));
    }

    @Test
    void shownResult_busyMachine_isMeasuredAtOnce() {
        assertEquals(0, run(new Measure()));
        assertEquals(0, run(new Measure(), "--json", "-"));
        assertEquals(0, slept);
    }

    @Test
    void negativeWait_isRefusedWithTheRange() {
        assertEquals(1, run(new Measure(), "--wait-idle=-1"));
        assertTrue(err.toString().contains("--wait-idle=-1: allowed 0 to 3600"), err.toString());
    }

    private String file() {
        return directory.resolve("result.json").toString();
    }

    private int run(Measure measure, String... words) {
        return new CommandLine(measure).setErr(new PrintWriter(err, true)).execute(words);
    }
}
