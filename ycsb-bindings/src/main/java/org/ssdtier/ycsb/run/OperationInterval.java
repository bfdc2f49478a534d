package org.ssdtier.ycsb.run;

/**
 * The figures of one kind of operation in one interval. Latencies are those of successful operations, from the time
 * they were due if the run has a target rate, and 0 if there were none.
 *
 * @param operations number of operations that ended, including failed ones
 * @param failures number of operations that failed
 * @param meanMicros mean latency
 * @param p50Micros median latency
 * @param p99Micros 99th percentile of the latency
 * @param maxMicros largest latency
 */
public record OperationInterval(
        long operations, long failures, double meanMicros, long p50Micros, long p99Micros, long maxMicros) {
    /** An interval without operations. */
    public static final OperationInterval NONE = new OperationInterval(0, 0, 0, 0, 0, 0);
}
