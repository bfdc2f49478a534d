package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of a run for its result file: the run, one entry for each arm and mix, and the slots as measured. {@link
 * ExperimentResult} reads them. Everything in a report comes from them, so they include what its drawings and comparisons need.
 *
 * @param run the run
 * @param comparison results of the run
 */
record FigureCells(RunDirectory.Run run, Comparison comparison) {
    /** The results of all slots as measured, from which every figure of a cell can be calculated again. */
    static final String SLOTS = "slots";

    /** Returns the figures as a map. */
    Map<String, Object> toMap() {
        List<Map<String, Object>> cells = new ArrayList<>();
        comparison.cells().forEach(cell -> cells.add(new CellFigures(run, comparison, cell).toMap()));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("experiment", comparison.experiment().name());
        figures.put("run", run);
        figures.put("cells", cells);
        figures.put("failures", comparison.failures());
        figures.put(SLOTS, comparison.results());
        return figures;
    }
}
