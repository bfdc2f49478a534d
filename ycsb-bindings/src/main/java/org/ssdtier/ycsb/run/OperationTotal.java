package org.ssdtier.ycsb.run;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * One kind of operation over a whole run. The histograms hold the successful operations.
 *
 * @param operations operations that ended, failed ones included
 * @param failures those that failed
 * @param failuresByStatus the failed ones by YCSB's name of their status
 * @param serviceMicros latencies in µs from sending to answer
 * @param responseMicros latencies in µs from the moment the operation was due to the answer; equal to {@code
 *     serviceMicros} if the run had no target rate
 */
public record OperationTotal(
        long operations,
        long failures,
        Map<String, Long> failuresByStatus,
        Histogram serviceMicros,
        Histogram responseMicros) {
    public OperationTotal {
        failuresByStatus = Map.copyOf(failuresByStatus);
    }
}
