package org.ssdtier.rowcache.cassandra;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.SsdStats;

/** The ratios of the row cache's counters since the start of the node, for operators; 0 while the divisor is 0. */
enum CacheRatio {
    HIT_RATE("hitRate", CacheStats::hitRatio),
    MEMORY_HIT_RATE(
            "memoryHitRate",
            stats -> ratio(
                    stats.lookups().memoryHits(), stats.hits() + stats.lookups().misses())),
    SSD_HIT_RATE("ssdHitRate", CacheStats::ssdHitRatio),
    COMPRESSION_RATIO("compressionRatio", stats -> stats.compression().ratio()),
    INDEX_FILL("indexFill", ssd(SsdStats::indexFill)),
    INDEX_BYTES_PER_ENTRY("indexBytesPerEntry", ssd(SsdStats::indexBytesPerEntry)),
    DEVICE_READS_PER_SSD_HIT("deviceReadsPerSsdHit", stats -> {
        SsdStats ssd = stats.ssd();
        return ssd == null
                ? 0
                : ratio(ssd.device().deviceReads(), stats.lookups().ssdHits());
    }),
    FALSE_DEVICE_READ_RATE(
            "falseDeviceReadRate",
            ssd(ssd -> ratio(ssd.device().falseDeviceReads(), ssd.device().lookups()))),
    WRITE_AMPLIFICATION("writeAmplification", ssd(SsdStats::writeAmplification));

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // each is a stateless accessor
    private final ToDoubleFunction<CacheStats> value;

    CacheRatio(String key, ToDoubleFunction<CacheStats> value) {
        this.key = key;
        this.value = value;
    }

    /** Returns the name in JMX, nodetool and the virtual table {@code status}. */
    String key() {
        return key;
    }

    /** Returns the name as a metric. */
    String metric() {
        return Character.toUpperCase(key.charAt(0)) + key.substring(1);
    }

    double of(CacheStats stats) {
        return value.applyAsDouble(stats);
    }

    /** Returns all ratios by key, in the order of declaration. */
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
