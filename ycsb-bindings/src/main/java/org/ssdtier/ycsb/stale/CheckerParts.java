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

    /** Records the failure of a request that took a mark of the outages before it began. */
    void failed(String what, Throwable cause, long outageMark) {
        counts.recordFailure(what, cause, outages.overlapped(outageMark));
    }
}
