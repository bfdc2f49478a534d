package org.ssdtier.benchmarks.curves.trace;

import java.util.SplittableRandom;
import org.ssdtier.ycsb.generator.LatestKeys;
import org.ssdtier.ycsb.generator.Zipf;

/**
 * A sequence of requests as in YCSB's {@code latest} without inserts: Zipf 0.99, with the last row as the most popular,
 * until {@link #shift} makes another one the most popular. The same seed gives the same sequence.
 */
final class Trace {
    /** The golden section: the hot sets of many shifts overlap little. */
    private static final double SHIFT_SHARE = 0.6180339887498949;

    private final long rows;
    private final SplittableRandom random;
    private final LatestKeys keys;
    private long offset;
    private boolean write;
    private int row;

    /** Creates a trace over the rows from 0 to {@code rows} - 1. */
    Trace(long rows, long seed) {
        long last = Math.toIntExact(rows) - 1L;
        this.rows = rows;
        this.random = new SplittableRandom(seed);
        this.keys = new LatestKeys(0, () -> last, Zipf.YCSB_EXPONENT);
    }

    /** Advances to the next request, which is a write with the given probability. */
    void next(double writeShare) {
        row = (int) ((keys.next(random) + offset) % rows);
        write = random.nextDouble() < writeShare;
    }

    /** Moves the popularity of every row to a row far from it, so that the popular rows were unpopular before. */
    void shift() {
        offset = (offset + Math.round(SHIFT_SHARE * rows)) % rows;
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
