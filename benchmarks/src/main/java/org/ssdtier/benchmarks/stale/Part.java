package org.ssdtier.benchmarks.stale;

import java.util.List;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.StalenessOptions;
import org.ssdtier.ycsb.stale.StalenessReport;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * One table of the probe with its own writers, readers and disturbances.
 *
 * @param name also the table's
 * @param options of its checker
 * @param store its rows
 * @param disturbances what happens to it
 * @param rowsAreReads whether every row of an answer was looked up on its own, so that a request is as many reads
 */
record Part(
        String name,
        StalenessOptions options,
        VersionStore store,
        List<Disturbance> disturbances,
        boolean rowsAreReads) {
    /** Reads of the node's storage: one look-up in the row cache each. */
    long reads(StalenessReport report) {
        return rowsAreReads ? report.rowsChecked() : report.reads();
    }
}
