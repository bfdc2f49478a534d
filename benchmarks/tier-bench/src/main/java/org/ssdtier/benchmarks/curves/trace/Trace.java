package org.ssdtier.benchmarks.curves.trace;

import java.util.SplittableRandom;
import org.ssdtier.ycsb.generator.LatestKeys;
import org.ssdtier.ycsb.generator.Zipf;

/**
 * A sequence of requests as in YCSB's {@code latest} without inserts: Zipf 0.99, with the last row as the most popular.
 * The same seed gives the same sequence.
 */
final class Trace {
    private final SplittableRandom random;
    private final LatestKeys keys;
    private boolean write;
    private int row;

    /** Creates a trace over the rows from 0 to {@code rows} - 1. */
    Trace(long rows, long seed) {
        long last = Math.toIntExact(rows) - 1L;
        this.random = new SplittableRandom(seed);
        this.keys = new LatestKeys(0, () -> last, Zipf.YCSB_EXPONENT);
    }

    /** Advances to the next request, which is a write with the given probability. */
    void next(double writeShare) {
        row = (int) keys.next(random);
        write = random.nextDouble() < writeShare;
    }

    /** Returns the row of the request. */
    int row() {
        return row;
    }

    /** Returns whether the request is a write. */
    boolean isWrite() {
        return write;
    }
}
