package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.node.Checkout;

@Tag("unit")
final class CounterReadingTest {
    private static final Path STATISTICS =
            Checkout.locate().root().resolve("cassandra-ssdtier/row-cache/src/main/java/org/ssdtier/rowcache");
    private static final Pattern COMPONENT = Pattern.compile("(@Gauge )?(?:long|double) (\\w+)(?=[,)])");

    /** A result once published freeSegments=-2: the difference of two gauges. */
    @Test
    void since_countersAreDifferences_gaugesAreNot() {
        CounterReading before =
                new CounterReading(Map.of("ssdHits", 10L, "freeSegments", 5L, "readLatencyP99Nanos", 9L));
        CounterReading after =
                new CounterReading(Map.of("ssdHits", 25L, "freeSegments", 3L, "readLatencyP99Nanos", 7L));
        assertEquals(
                Map.of("ssdHits", 15L, "freeSegments", 3L, "readLatencyP99Nanos", 7L),
                after.since(before).values());
    }

    /** The gauges are those that the row cache marks as such. */
    @Test
    void isGauge_isWhatTheRowCacheMarks() throws IOException {
        int gauges = 0;
        for (String file : List.of("CacheStats.java", "SsdStats.java")) {
            Matcher component = COMPONENT.matcher(Files.readString(STATISTICS.resolve(file)));
            while (component.find()) {
                assertEquals(
                        component.group(1) != null, CounterReading.isGauge(component.group(2)), component.group(2));
                gauges += component.group(1) == null ? 0 : 1;
            }
        }
        assertEquals(15, gauges);
        assertTrue(CounterReading.isGauge("writeLatencyMaxNanos"));
        assertFalse(CounterReading.isGauge("writeLatencyCount"));
    }
}
