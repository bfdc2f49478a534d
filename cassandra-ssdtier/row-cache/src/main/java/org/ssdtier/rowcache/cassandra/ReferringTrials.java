package org.ssdtier.rowcache.cassandra;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The decision whether a table's next image is also written in the form with schema IDs, besides the form with names. If IDs have
 * saved little in {@value #MAX_POOR_TRIALS} images in a row, only one image in {@value #TRIED_ONE_IN} is tried, until one saves
 * enough again. Thread-safe: a race costs one trial more or less.
 */
final class ReferringTrials {
    /** Number of consecutive images with little gain after which most images are not tried. */
    static final int MAX_POOR_TRIALS = 32;
    /** Number of images of which one is tried from then on. */
    static final int TRIED_ONE_IN = 32;
    /** Divisor of an image's bytes: IDs must save at least 1/n of them to be worthwhile. */
    private static final int WORTH_ONE_IN = 8;

    private final AtomicInteger passed = new AtomicInteger();
    private volatile int poor;

    /** Returns whether to write the next image with IDs too. */
    boolean isNext() {
        return poor < MAX_POOR_TRIALS || passed.incrementAndGet() % TRIED_ONE_IN == 0;
    }

    /**
     * Records the result of a trial.
     *
     * @param savedBytes bytes saved by the IDs; 0 or less if the image has names
     * @param namedBytes bytes of the image with names
     */
    void note(int savedBytes, int namedBytes) {
        int before = poor;
        if ((long) savedBytes * WORTH_ONE_IN >= namedBytes) {
            if (before != 0) {
                poor = 0;
            }
        } else if (before < MAX_POOR_TRIALS) {
            poor = before + 1;
        }
    }
}
