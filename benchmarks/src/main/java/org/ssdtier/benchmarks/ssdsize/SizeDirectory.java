package org.ssdtier.benchmarks.ssdsize;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.ssdtier.benchmarks.brief.BriefDataset;
import org.ssdtier.benchmarks.report.CellDirectory;

/** The directory of a run's results; a run of other sizes, mixes or arms adds its cells. */
final class SizeDirectory extends CellDirectory<SizeDirectory.Begun, CellResult> {
    SizeDirectory(Path directory) {
        super(directory, "cells", "ssd-size.json", Begun.class, CellResult.class);
    }

    /**
     * A plan with facts about data and machine.
     *
     * @param plan the plan
     * @param dataset size of the snapshot
     * @param facts facts about software and machine, of the last invocation that measured anything, with those of
     *     earlier ones
     */
    record Begun(SizePlan plan, BriefDataset.Facts dataset, Map<String, Object> facts) implements Planned {}

    /**
     * Writes the result file, with all cells that there are.
     *
     * @param prices the prices of its drawings in money
     */
    SizeResult writeResult(Prices prices) throws IOException {
        Begun begun = begun();
        return writeResult(new SizeResult(
                SizeResult.MEASUREMENT, begun.plan(), prices, begun.dataset(), begun.facts(), results()));
    }
}
