package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class LatencyTest {
    /**
     * Merges nine runs at 1 ms and one at 100 ms: the mean of ten 95th percentiles is 11 ms, the 95th percentile of all
     * is 100 ms.
     */
    @Test
    void merged_isThePercentileOfAll_notTheMeanOfPercentiles() {
        Latency fast = Latency.of(constant(1_000, 100));
        Latency slow = Latency.of(constant(100_000, 100));
        Latency all = Latency.merged(List.of(fast, fast, fast, fast, fast, fast, fast, fast, fast, slow));
        assertEquals(1_000, all.count());
        assertEquals(1_000, all.p50Micros());
        assertEquals(100_000.0, (double) all.p95Micros(), 100.0);
        assertEquals(10_900.0, all.meanMicros(), 15.0);
    }

    @Test
    void histogram_survivesItsText() {
        Histogram micros = constant(700, 3);
        micros.recordValue(90_000);
        assertEquals(micros, Latency.of(micros).toHistogram());
        assertEquals(0, Latency.merged(List.of(Latency.NONE)).count());
    }

    @Test
    void shortened_dividesEveryValue_andCountsAll() {
        Histogram micros = constant(32_000, 98);
        micros.recordValue(3_200_000);
        micros.recordValue(3);
        Latency shorter = Latency.of(micros).shortened(32);
        assertEquals(100, shorter.count());
        assertEquals(1_000, shorter.p50Micros());
        assertEquals(100_000.0, (double) shorter.p999Micros(), 100.0);
        assertEquals(1, shorter.toHistogram().getMinValue());
        assertEquals(Latency.of(micros), Latency.of(micros).shortened(1));
    }

    private static Histogram constant(long micros, int count) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(micros, count);
        return histogram;
    }
}
