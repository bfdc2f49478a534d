package org.ssdtier.rowcache.cassandra;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.LatencySummary;
import org.ssdtier.rowcache.SsdStats;

/**
 * The integer statistics of the row cache, named as in JMX, metrics, nodetool and the virtual tables. Their meaning is
 * documented in {@code docs/operating.md}. Statistics of the SSD tier are 0 on a node without one.
 */
enum CacheFigure {
    // look-ups
    MEMORY_HITS("memoryHits", Kind.COUNTER, CacheStats::memoryHits),
    PENDING_HITS("pendingHits", Kind.COUNTER, CacheStats::pendingHits),
    SSD_HITS("ssdHits", Kind.COUNTER, CacheStats::ssdHits),
    MISSES("misses", Kind.COUNTER, CacheStats::misses),
    // memory tier
    MEMORY_ENTRIES("memoryEntries", Kind.GAUGE, CacheStats::memoryEntries),
    MEMORY_BYTES("memoryBytes", Kind.GAUGE, CacheStats::memoryBytes),
    MEMORY_CAPACITY_BYTES("memoryCapacityBytes", Kind.GAUGE, CacheStats::memoryCapacityBytes),
    MEMORY_HEAP_BYTES("memoryHeapBytes", Kind.GAUGE, CacheStats::memoryHeapBytes),
    MEMORY_HEAP_LIMIT_BYTES("memoryHeapLimitBytes", Kind.GAUGE, CacheStats::memoryHeapLimitBytes),
    PUBLISHES("publishes", Kind.COUNTER, CacheStats::publishes),
    PUBLISHES_REFUSED("publishesRefused", Kind.COUNTER, CacheStats::publishesRefused),
    EMPTY_PUBLISHES("emptyPublishes", Kind.COUNTER, CacheStats::emptyPublishes),
    EMPTY_DEFERRED("emptyDeferred", Kind.COUNTER, CacheStats::emptyDeferred),
    // schema IDs in images
    SCHEMA_IMAGES("schemaImages", Kind.COUNTER, CacheStats::schemaImages),
    SCHEMA_SAVED_BYTES("schemaSavedBytes", Kind.COUNTER, CacheStats::schemaSavedBytes),
    SCHEMA_UNRESOLVED("schemaUnresolved", Kind.COUNTER, CacheStats::schemaUnresolved),
    // content of the SSD tier
    ENTRIES("entries", Kind.GAUGE, ssd(SsdStats::indexEntries)),
    CAPACITY_BYTES("capacityBytes", Kind.GAUGE, ssd(SsdStats::capacityBytes)),
    SEGMENTS("segments", Kind.GAUGE, ssd(SsdStats::segments)),
    FREE_SEGMENTS("freeSegments", Kind.GAUGE, ssd(SsdStats::freeSegments)),
    PENDING_ENTRIES("pendingEntries", Kind.GAUGE, ssd(SsdStats::pendingEntries)),
    PENDING_BYTES("pendingBytes", Kind.GAUGE, ssd(SsdStats::pendingBytes)),
    // its index
    INDEX_BYTES("indexBytes", Kind.GAUGE, ssd(SsdStats::indexBytes)),
    INDEX_CAPACITY("indexCapacity", Kind.GAUGE, ssd(SsdStats::indexCapacity)),
    INDEX_DISPLACED("indexDisplaced", Kind.COUNTER, ssd(SsdStats::indexDisplaced)),
    // movement between the tiers
    DEMOTIONS("demotions", Kind.COUNTER, ssd(SsdStats::demotions)),
    PROMOTIONS("promotions", Kind.COUNTER, ssd(SsdStats::promotions)),
    ADMITTED("admitted", Kind.COUNTER, ssd(SsdStats::admitted)),
    REJECTED_SEEN_ONCE("rejectedSeenOnce", Kind.COUNTER, ssd(SsdStats::rejectedFirstSight)),
    REJECTED_WRITE_RATE("rejectedWriteRate", Kind.COUNTER, ssd(SsdStats::rejectedRate)),
    REJECTED_TOO_LARGE("rejectedTooLarge", Kind.COUNTER, ssd(SsdStats::rejectedTooLarge)),
    REJECTED_STATE("rejectedState", Kind.COUNTER, ssd(SsdStats::rejectedState)),
    ALREADY_ON_SSD("alreadyOnSsd", Kind.COUNTER, ssd(SsdStats::alreadyOnSsd)),
    OVERTAKEN("overtaken", Kind.COUNTER, ssd(SsdStats::overtaken)),
    DROPPED_PENDING("droppedPending", Kind.COUNTER, ssd(SsdStats::droppedPending)),
    RECLAIMS("reclaims", Kind.COUNTER, ssd(SsdStats::reclaims)),
    REINSERTED_BYTES("reinsertedBytes", Kind.COUNTER, ssd(SsdStats::reinsertedBytes)),
    // device
    LOOKUPS("lookups", Kind.COUNTER, ssd(SsdStats::lookups)),
    DEVICE_READS("deviceReads", Kind.COUNTER, ssd(SsdStats::deviceReads)),
    REFRESH_READS("refreshReads", Kind.COUNTER, ssd(SsdStats::refreshReads)),
    FALSE_DEVICE_READS("falseDeviceReads", Kind.COUNTER, ssd(SsdStats::falseDeviceReads)),
    BYTES_READ("bytesRead", Kind.COUNTER, ssd(SsdStats::bytesRead)),
    BYTES_WRITTEN("bytesWritten", Kind.COUNTER, ssd(SsdStats::bytesWritten)),
    BYTES_LOGICAL("bytesLogical", Kind.COUNTER, ssd(SsdStats::logicalBytes)),
    READ_LATENCY_COUNT("readLatencyCount", Kind.COUNTER, read(LatencySummary::count)),
    READ_LATENCY_MEAN("readLatencyMeanNanos", Kind.GAUGE, read(CacheFigure::mean)),
    READ_LATENCY_P50("readLatencyP50Nanos", Kind.GAUGE, read(LatencySummary::p50Nanos)),
    READ_LATENCY_P99("readLatencyP99Nanos", Kind.GAUGE, read(LatencySummary::p99Nanos)),
    READ_LATENCY_P999("readLatencyP999Nanos", Kind.GAUGE, read(LatencySummary::p999Nanos)),
    READ_LATENCY_MAX("readLatencyMaxNanos", Kind.GAUGE, read(LatencySummary::maxNanos)),
    WRITE_LATENCY_COUNT("writeLatencyCount", Kind.COUNTER, write(LatencySummary::count)),
    WRITE_LATENCY_MEAN("writeLatencyMeanNanos", Kind.GAUGE, write(CacheFigure::mean)),
    WRITE_LATENCY_P50("writeLatencyP50Nanos", Kind.GAUGE, write(LatencySummary::p50Nanos)),
    WRITE_LATENCY_P99("writeLatencyP99Nanos", Kind.GAUGE, write(LatencySummary::p99Nanos)),
    WRITE_LATENCY_P999("writeLatencyP999Nanos", Kind.GAUGE, write(LatencySummary::p999Nanos)),
    WRITE_LATENCY_MAX("writeLatencyMaxNanos", Kind.GAUGE, write(LatencySummary::maxNanos)),
    // changes and errors
    REFRESHES("refreshes", Kind.COUNTER, CacheStats::refreshes),
    REFRESH_DROPS("refreshDrops", Kind.COUNTER, CacheStats::refreshDrops),
    DROPS("drops", Kind.COUNTER, CacheStats::drops),
    PURGES("purges", Kind.COUNTER, CacheStats::purges),
    CHECKSUM_ERRORS("checksumErrors", Kind.COUNTER, ssd(SsdStats::checksumErrors)),
    LATE_READS("lateReads", Kind.COUNTER, ssd(SsdStats::lateReads)),
    REFUSED_READS("refusedReads", Kind.COUNTER, ssd(SsdStats::refusedReads)),
    IO_ERRORS("ioErrors", Kind.COUNTER, ssd(SsdStats::ioErrors)),
    ERRORS("errors", Kind.COUNTER, CacheStats::errors);

    /** The way a statistic changes over time. */
    enum Kind {
        /** A value that only grows, from 0 at the start of the node. */
        COUNTER,
        /** A value that may rise and fall. */
        GAUGE
    }

    private final String key;
    private final Kind kind;

    @SuppressWarnings("ImmutableEnumChecker") // each is a stateless accessor
    private final ToLongFunction<CacheStats> value;

    CacheFigure(String key, Kind kind, ToLongFunction<CacheStats> value) {
        this.key = key;
        this.kind = kind;
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

    Kind kind() {
        return kind;
    }

    long of(CacheStats stats) {
        return value.applyAsLong(stats);
    }

    /** Returns all figures by key, in the order of declaration. */
    static Map<String, Long> all(CacheStats stats) {
        Map<String, Long> figures = new LinkedHashMap<>();
        for (CacheFigure figure : values()) {
            figures.put(figure.key, figure.of(stats));
        }
        return figures;
    }

    private static ToLongFunction<CacheStats> ssd(ToLongFunction<SsdStats> value) {
        return stats -> {
            SsdStats ssd = stats.ssd();
            return ssd == null ? 0 : value.applyAsLong(ssd);
        };
    }

    private static ToLongFunction<CacheStats> read(ToLongFunction<LatencySummary> value) {
        return latency(SsdStats::readLatency, value);
    }

    private static ToLongFunction<CacheStats> write(ToLongFunction<LatencySummary> value) {
        return latency(SsdStats::writeLatency, value);
    }

    private static ToLongFunction<CacheStats> latency(
            Function<SsdStats, LatencySummary> latency, ToLongFunction<LatencySummary> value) {
        return ssd(stats -> value.applyAsLong(latency.apply(stats)));
    }

    private static long mean(LatencySummary latency) {
        return Math.round(latency.meanNanos());
    }
}
