package org.ssdtier.ycsb.run;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The figures of one kind of operation over a whole run. The histograms hold the successful operations.
 *
 * @param operations number of operations that ended, including failed ones
 * @param failures number of operations that failed
 * @param failuresByStatus number of failed operations by YCSB's name of their status
 * @param serviceMicros latencies in µs from sending to response
 * @param responseMicros latencies in µs from the due time of the operation to the response; equal to {@code
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
