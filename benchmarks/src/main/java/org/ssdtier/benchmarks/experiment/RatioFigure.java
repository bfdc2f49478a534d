package org.ssdtier.benchmarks.experiment;

/** A figure that reports compare between arms: a result has its ratios, taken round by round. */
enum RatioFigure {
    /** Requests per second. */
    THROUGHPUT("throughput", "requests/s"),
    /** The mean latency of reads. */
    READ_MEAN("read_mean", "mean read"),
    /** The 99th percentile of the latency of reads; at fixed rates only, if the run had them. */
    READ_P99("read_p99", "99th percentile of reads");

    private static final String TO = "_to_";

    /** The label in tables and drawings. */
    final String words;

    private final String name;

    RatioFigure(String name, String words) {
        this.name = name;
        this.words = words;
    }

    /** Returns whether slots with fixed rates replace those whose clients wait, because waits leave out stalls. */
    boolean isPercentile() {
        return this == READ_P99;
    }

    /** Returns the field of a result with the ratio of a cell's figure to another arm's. */
    String fieldTo(Arm base) {
        return name + TO + base.name();
    }

    /**
     * Returns the field with this ratio at a fixed rate.
     *
     * @param loadPercent the load, see {@link Slot}
     */
    String fieldTo(Arm base, int loadPercent) {
        return fieldTo(base) + "_at_" + loadPercent;
    }

    /** Returns the field with the ratio to the best stock arm on the same disks. */
    String fieldToBestStock() {
        return name + TO + "best_stock";
    }

    double of(SlotResult result) {
        return switch (this) {
            case THROUGHPUT -> result.requestsPerSecond();
            case READ_MEAN -> result.meanReadMicros();
            case READ_P99 -> result.reads().p99Micros();
        };
    }
}
