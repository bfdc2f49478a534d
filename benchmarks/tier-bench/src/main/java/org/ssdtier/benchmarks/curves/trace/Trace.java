package org.ssdtier.benchmarks.curves.trace;

import java.util.SplittableRandom;
import org.ssdtier.ycsb.generator.LatestKeys;
import org.ssdtier.ycsb.generator.Zipf;

/** YCSB's {@code latest} without inserts: Zipf 0.99, the last row the most popular. One seed, one sequence. */
final class Trace {
    private final SplittableRandom random;
    private final LatestKeys keys;
    private boolean write;
    private int row;

    /** Over the rows from 0 to {@code rows} - 1. */
    Trace(long rows, long seed) {
        long last = Math.toIntExact(rows) - 1L;
        this.random = new SplittableRandom(seed);
        this.keys = new LatestKeys(0, () -> last, Zipf.YCSB_EXPONENT);
    }

    /** Goes on to the next request, a write with the given probability. */
    void next(double writeShare) {
        row = (int) keys.next(random);
        write = random.nextDouble() < writeShare;
    }

    /** The row of the request. */
    int row() {
        return row;
    }

    /** Whether it is a write. */
    boolean isWrite() {
        return write;
    }
}
