package org.ssdtier.benchmarks.curves.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class TraceTest {
    private static final int ROWS = 10_000;
    private static final int READS = 50_000;

    @Test
    void shift_movesThePopularRows() {
        Trace trace = new Trace(ROWS, 1);
        Set<Integer> seen = new HashSet<>();
        for (int shift = 0; shift < 20; shift++) {
            assertTrue(seen.add(mostPopular(trace)), "the row was popular before, shift=" + shift);
            trace.shift();
        }
    }

    @Test
    void next_withoutAShift_hasTheLastRowMostOften() {
        assertEquals(ROWS - 1, mostPopular(new Trace(ROWS, 1)));
    }

    private static int mostPopular(Trace trace) {
        int[] counts = new int[ROWS];
        int most = 0;
        for (int read = 0; read < READS; read++) {
            trace.next(0);
            counts[trace.row()]++;
            most = counts[trace.row()] > counts[most] ? trace.row() : most;
        }
        return most;
    }
}
