package org.ssdtier.benchmarks.experiment;

import java.util.Optional;

/**
 * The hit ratio of a cache that holds just the most popular rows, as many as an arm's row cache.
 *
 * @param ratio the hit ratio of reads, 0 to 1
 * @param isNominal whether the number of rows is that of nominal bytes of a row, because those held were not counted
 */
record IdealHits(double ratio, boolean isNominal) {
    /** The remark of figures that depend on {@link Budget#nominalRows}. */
    static final String NOMINAL = "by nominal bytes of a row";

    /**
     * Returns the ideal of an arm.
     *
     * @param held the rows that it held, if they were counted
     */
    static IdealHits of(RunDirectory.Run run, Arm arm, Optional<RowsHeld> held) {
        long rows = held.map(RowsHeld::both).orElseGet(() -> run.plan().budget().nominalRows(arm));
        return new IdealHits(Shares.idealOfRows(run.dataset().rows(), rows), held.isEmpty());
    }

    /** Returns what marks a figure that depends on it. */
    String remark() {
        return isNominal ? " (" + NOMINAL + ")" : "";
    }
}
