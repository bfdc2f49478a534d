package org.ssdtier.rowcache.cassandra;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether a table's next image is worth writing twice, with schema IDs beside the form with names. Where IDs have gained little
 * for a while, only one image in {@value #TRIED_ONE_IN} is tried, until one gains again. Thread-safe: a race costs one trial more
 * or less.
 */
final class ReferringTrials {
    /** Images in a row that gain little until most are not tried any more. */
    static final int POOR_IN_A_ROW = 32;
    /** Of how many images one is tried then. */
    static final int TRIED_ONE_IN = 32;
    /** An image gains where IDs save at least this part of its bytes. */
    private static final int WORTH_ONE_IN = 8;

    private final AtomicInteger passed = new AtomicInteger();
    private volatile int poor;

    /** Whether to write the next image with IDs too. */
    boolean isNext() {
        return poor < POOR_IN_A_ROW || passed.incrementAndGet() % TRIED_ONE_IN == 0;
    }

    /**
     * Takes down what a trial gave.
     *
     * @param savedBytes how much shorter the image is for its IDs; 0 or less if it has names
     * @param namedBytes bytes of the image with names
     */
    void note(int savedBytes, int namedBytes) {
        int before = poor;
        if ((long) savedBytes * WORTH_ONE_IN >= namedBytes) {
            if (before != 0) {
                poor = 0;
            }
        } else if (before < POOR_IN_A_ROW) {
            poor = before + 1;
        }
    }
}
