package org.ssdtier.benchmarks.experiment;

/** A figure that reports compare between arms: a result has its ratios, taken round by round. */
enum RatioFigure {
    /** Requests per second. */
    THROUGHPUT("throughput", "requests/s"),
    /** The mean latency of reads. */
    READ_MEAN("read_mean", "mean read"),
    /** The 99th percentile of the latency of reads. */
    READ_P99("read_p99", "99th percentile of reads");

    /** The label in tables and drawings. */
    final String words;

    private final String name;

    RatioFigure(String name, String words) {
        this.name = name;
        this.words = words;
    }

    /** Returns the field of a result with the ratio of a cell's figure to another arm's. */
    String fieldTo(Arm base) {
        return name + "_to_" + base.name();
    }

    /** Returns the field with the 95 % interval of the median of these ratios. */
    String intervalTo(Arm base) {
        return fieldTo(base) + "_interval";
    }

    double of(SlotResult result) {
        return switch (this) {
            case THROUGHPUT -> result.requestsPerSecond();
            case READ_MEAN -> result.meanReadMicros();
            case READ_P99 -> result.reads().p99Micros();
        };
    }
}
