package org.ssdtier.benchmarks.threads;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.ssdtier.benchmarks.brief.BriefDataset;
import org.ssdtier.benchmarks.report.CellDirectory;

/** The directory of a run's results; a run of other workloads, threads or arms adds its cells. */
final class ThreadsDirectory extends CellDirectory<ThreadsDirectory.Begun, CellResult> {
    ThreadsDirectory(Path directory) {
        super(directory, "cells", "threads.json", Begun.class, CellResult.class);
    }

    /**
     * A plan with facts about data and machine.
     *
     * @param plan the plan
     * @param dataset size of the snapshot
     * @param facts facts about software and machine, of the last invocation that measured anything, with those of
     *     earlier ones
     */
    record Begun(ThreadsPlan plan, BriefDataset.Facts dataset, Map<String, Object> facts) implements Planned {}

    /** Writes the result file, with all cells that there are. */
    ThreadsResult writeResult() throws IOException {
        Begun begun = begun();
        return writeResult(
                new ThreadsResult(ThreadsResult.MEASUREMENT, begun.plan(), begun.dataset(), begun.facts(), results()));
    }
}
