package org.ssdtier.ycsb.stale;

/**
 * The parts of a checker that its writers and readers share.
 *
 * @param options extent of the check
 * @param store store under test
 * @param history versions issued and acknowledged
 * @param phases phases of the run
 * @param gate gate of all requests
 * @param outages outages of the store
 * @param counts counts and violations
 */
record CheckerParts(
        StalenessOptions options,
        VersionStore store,
        History history,
        CheckerPhases phases,
        Gate gate,
        Outages outages,
        CheckerCounts counts) {
    /**
     * Creates the parts of a new checker.
     *
     * @param disturbances number of threads with disturbances
     */
    static CheckerParts create(StalenessOptions options, VersionStore store, int disturbances) {
        return new CheckerParts(
                options,
                store,
                new History(options.cells(), options.deleteOneIn(), options.seed()),
                new CheckerPhases(options.writerPaces().size(), disturbances),
                new Gate(),
                new Outages(),
                new CheckerCounts());
    }

    /** Returns the number of a row in the history. */
    int cell(int partition, int row) {
        return partition * options.rowsPerPartition() + row;
    }

    /**
     * Judges a row after its read has ended, and records it if it is wrong.
     *
     * @param observed a version or {@link VersionStore#ABSENT}
     * @return whether it is right
     */
    boolean judge(History.Start start, int partition, int row, long observed) {
        int cell = cell(partition, row);
        History.Verdict verdict = history.judge(start, cell, observed);
        if (verdict != History.Verdict.RIGHT) {
            counts.recordViolation(
                    verdict,
                    "partition=" + partition + " row=" + row + " version=" + observed + " although version="
                            + start.acknowledged(cell) + " was acknowledged before the read began");
        }
        return verdict == History.Verdict.RIGHT;
    }

    /** Records impossible rows in an answer. */
    void recordForeign(int partition, RowRange range, int rows) {
        for (int i = 0; i < rows; i++) {
            counts.recordViolation(History.Verdict.GHOST, "partition=" + partition + " " + range + ": a foreign row");
        }
    }

    /** Records the failure of a request that took a mark of the outages before it began. */
    void failed(String what, Throwable cause, long outageMark) {
        counts.recordFailure(what, cause, outages.overlapped(outageMark));
    }
}
