package org.ssdtier.rowcache.cassandra;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.SsdStats;

/** The ratios that an operator sees, since the start of the node; 0 before there is anything to divide by. */
enum CacheRatio {
    HIT_RATE("hitRate", CacheStats::hitRatio),
    MEMORY_HIT_RATE("memoryHitRate", stats -> ratio(stats.memoryHits(), stats.hits() + stats.misses())),
    SSD_HIT_RATE("ssdHitRate", CacheStats::ssdHitRatio),
    INDEX_FILL("indexFill", ssd(SsdStats::indexFill)),
    INDEX_BYTES_PER_ENTRY("indexBytesPerEntry", ssd(SsdStats::indexBytesPerEntry)),
    DEVICE_READS_PER_SSD_HIT("deviceReadsPerSsdHit", stats -> {
        SsdStats ssd = stats.ssd();
        return ssd == null ? 0 : ratio(ssd.deviceReads(), stats.ssdHits());
    }),
    FALSE_DEVICE_READ_RATE("falseDeviceReadRate", ssd(ssd -> ratio(ssd.falseDeviceReads(), ssd.lookups()))),
    WRITE_AMPLIFICATION("writeAmplification", ssd(SsdStats::writeAmplification));

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // each is an accessor, without state
    private final ToDoubleFunction<CacheStats> value;

    CacheRatio(String key, ToDoubleFunction<CacheStats> value) {
        this.key = key;
        this.value = value;
    }

    /** The name in JMX, nodetool and the virtual table {@code status}. */
    String key() {
        return key;
    }

    /** The name as a metric. */
    String metric() {
        return Character.toUpperCase(key.charAt(0)) + key.substring(1);
    }

    double of(CacheStats stats) {
        return value.applyAsDouble(stats);
    }

    /** All ratios by key, in the order of this list. */
    static Map<String, Double> all(CacheStats stats) {
        Map<String, Double> ratios = new LinkedHashMap<>();
        for (CacheRatio ratio : values()) {
            ratios.put(ratio.key, ratio.of(stats));
        }
        return ratios;
    }

    private static ToDoubleFunction<CacheStats> ssd(ToDoubleFunction<SsdStats> value) {
        return stats -> {
            SsdStats ssd = stats.ssd();
            return ssd == null ? 0 : value.applyAsDouble(ssd);
        };
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
