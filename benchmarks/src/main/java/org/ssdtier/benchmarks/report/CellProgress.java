package org.ssdtier.benchmarks.report;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The number of cells that are left, and the time that they will take if they are like those before. */
public final class CellProgress {
    private static final double SECONDS_PER_MINUTE = 60;

    private final long beginNanos = System.nanoTime();
    private final int all;
    private int done;

    /**
     * Begins now.
     *
     * @param all number of cells to measure
     */
    public CellProgress(int all) {
        this.all = all;
    }

    /** Counts a cell, and returns the words behind the line about it. */
    public String next() {
        done++;
        int left = all - done;
        double minutes = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNanos) / SECONDS_PER_MINUTE;
        return String.format(Locale.ROOT, " (%d cells left, about %.0f min)", left, minutes / done * left);
    }
}
