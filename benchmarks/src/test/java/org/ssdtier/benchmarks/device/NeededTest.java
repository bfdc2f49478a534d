package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

@Tag("unit")
final class NeededTest {
    @Test
    void obstacle_ofAMissingProgram_namesIt() throws IOException {
        assertEquals(
                Optional.of("program=no-such-program-of-ours: not installed"),
                Needed.obstacleOf("no-such-program-of-ours"));
        assertEquals(Optional.empty(), Needed.obstacleOf("sh"));
    }

    @Test
    void absent_noObstacle_skipsNothing() {
        assertDoesNotThrow(() -> Needed.absent(Optional.empty()));
    }

    /**
     * Aborted, the test counts as skipped; returned from, it would count as passed. Checked by removal of the assumption,
     * and of the line.
     */
    @Test
    @SuppressWarnings("SystemOut") // the line is for whoever reads the build
    void absent_obstacle_abortsTheTest_andPrintsWhichAndWhy() {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        TestAbortedException aborted = null;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Needed.absent(Optional.of("program=fio: not installed"));
        } catch (TestAbortedException e) {
            aborted = e;
        } finally {
            System.setErr(before);
        }
        assertNotNull(aborted, "not aborted");
        assertTrue(String.valueOf(aborted.getMessage()).contains("missing: program=fio: not installed"));
        assertEquals(
                "skipped: " + NeededTest.class.getName()
                        + ".absent_obstacle_abortsTheTest_andPrintsWhichAndWhy: program=fio: not installed",
                printed.toString(StandardCharsets.UTF_8).strip());
    }
}
