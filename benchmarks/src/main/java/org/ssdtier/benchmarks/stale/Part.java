package org.ssdtier.benchmarks.stale;

import java.util.List;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.StalenessOptions;
import org.ssdtier.ycsb.stale.StalenessReport;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A table of the probe with its own writers, readers and disturbances.
 *
 * @param name name of the part and of its table
 * @param options options of its checker
 * @param store store of its rows
 * @param disturbances disturbances of the table
 * @param isReadPerRow whether each row of an answer is a separate look-up, so that a request counts as that many reads
 */
record Part(
        String name,
        StalenessOptions options,
        VersionStore store,
        List<Disturbance> disturbances,
        boolean isReadPerRow) {
    /** Returns the number of reads of the node's storage, each with one look-up in the row cache. */
    long reads(StalenessReport report) {
        return isReadPerRow ? report.rowsChecked() : report.reads();
    }
}
