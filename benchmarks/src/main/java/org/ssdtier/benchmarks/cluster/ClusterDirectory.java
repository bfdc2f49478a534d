package org.ssdtier.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.ssdtier.benchmarks.report.CellDirectory;

/**
 * The directory of a run's results; a run of other workloads, consistency levels, threads or arms
 * adds its cells.
 */
final class ClusterDirectory extends CellDirectory<ClusterDirectory.Begun, CellResult> {
    ClusterDirectory(Path directory) {
        super(directory, "cells", "cluster.json", Begun.class, CellResult.class);
    }

    /**
     * A plan with facts about data and machine.
     *
     * @param plan the plan
     * @param dataset size of the snapshot
     * @param facts facts about software and machine, of the last invocation that measured anything, with those of
     *     earlier ones
     */
    record Begun(ClusterPlan plan, ClusterDataset.Facts dataset, Map<String, Object> facts) implements Planned {}

    /** Writes the result file, with all cells that there are. */
    ClusterResult writeResult() throws IOException {
        Begun begun = begun();
        return writeResult(
                new ClusterResult(ClusterResult.MEASUREMENT, begun.plan(), begun.dataset(), begun.facts(), results()));
    }
}
