package org.ssdtier.benchmarks.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class RestartingCountersTest {
    @Test
    void readings_countOnce_alsoOverARestart() {
        RestartingCounters counters = new RestartingCounters();
        assertEquals(100, counters.passed("node-1", 100));
        assertEquals(7, counters.passed("node-2", 7));
        assertEquals(30, counters.passed("node-1", 130));
        assertEquals(0, counters.passed("node-1", 130));
        assertEquals(20, counters.passed("node-1", 20), "the node has started since");
        assertEquals(0, counters.passed("node-2", 7));
    }
}
