package org.ssdtier.benchmarks.chaos;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class LocalCutTest {
    private static final long NO_PROCESS = 1L << 40;

    /** Rules of a program that runs are not touched, nor those of others. */
    @Test
    void leftover_isWhatHasTheNameOfAProgramThatHasEnded() {
        assertTrue(LocalCut.isLeftover("ssdtier-chaos-" + NO_PROCESS + "-node-1"));
        assertTrue(LocalCut.isLeftover(
                "-A OUTPUT -p tcp -m comment --comment ssdtier-chaos-" + NO_PROCESS + "-node-1 -j DROP"));
        assertFalse(
                LocalCut.isLeftover("ssdtier-chaos-" + ProcessHandle.current().pid() + "-node-1"));
        assertFalse(LocalCut.isLeftover("-A OUTPUT -p tcp -j DROP"));
    }
}
