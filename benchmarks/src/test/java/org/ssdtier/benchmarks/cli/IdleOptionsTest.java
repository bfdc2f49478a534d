package org.ssdtier.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.IdleMachine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tests of the refusal of a result that is kept, on a machine whose load is 1.5 and never falls. */
@Tag("unit")
final class IdleOptionsTest {
    private final StringWriter err = new StringWriter();
    private long slept;

    @TempDir
    private Path directory;

    /** A command that keeps its result. */
    @Command(name = "measure")
    private final class Measure implements Callable<Integer> {
        @Mixin
        private final JsonOption json = new JsonOption();

        @Mixin
        private final IdleOptions idle = new IdleOptions(new IdleMachine(() -> 1.5, seconds -> slept += seconds));

        private boolean hasMeasured;

        @Override
        public Integer call() throws Exception {
            idle.await(json.isFile(), line -> {});
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
