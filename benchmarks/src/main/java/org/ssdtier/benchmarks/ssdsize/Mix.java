package org.ssdtier.benchmarks.ssdsize;

/**
 * The requests of a cell.
 *
 * @param distribution popularity of the rows
 * @param readPercent percentage of reads; the rest are updates of one column
 */
record Mix(Distribution distribution, int readPercent) {
    private static final double PERCENT = 100;

    /** Returns the share of reads. */
    double readShare() {
        return readPercent / PERCENT;
    }

    @Override
    public String toString() {
        return distribution + ", " + readPercent + " % reads";
    }
}
