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
    MEMORY_HITS("memoryHits", Kind.COUNTER, cache(CacheStats::lookups, CacheStats.Lookups::memoryHits)),
    PENDING_HITS("pendingHits", Kind.COUNTER, cache(CacheStats::lookups, CacheStats.Lookups::pendingHits)),
    SSD_HITS("ssdHits", Kind.COUNTER, cache(CacheStats::lookups, CacheStats.Lookups::ssdHits)),
    MISSES("misses", Kind.COUNTER, cache(CacheStats::lookups, CacheStats.Lookups::misses)),
    // memory tier
    MEMORY_ENTRIES("memoryEntries", Kind.GAUGE, cache(CacheStats::memory, CacheStats.Memory::memoryEntries)),
    MEMORY_BYTES("memoryBytes", Kind.GAUGE, cache(CacheStats::memory, CacheStats.Memory::memoryBytes)),
    MEMORY_CAPACITY_BYTES(
            "memoryCapacityBytes", Kind.GAUGE, cache(CacheStats::memory, CacheStats.Memory::memoryCapacityBytes)),
    MEMORY_HEAP_BYTES("memoryHeapBytes", Kind.GAUGE, cache(CacheStats::memory, CacheStats.Memory::memoryHeapBytes)),
    MEMORY_HEAP_LIMIT_BYTES(
            "memoryHeapLimitBytes", Kind.GAUGE, cache(CacheStats::memory, CacheStats.Memory::memoryHeapLimitBytes)),
    PUBLISHES("publishes", Kind.COUNTER, cache(CacheStats::publishing, CacheStats.Publishing::publishes)),
    PUBLISHES_REFUSED(
            "publishesRefused", Kind.COUNTER, cache(CacheStats::publishing, CacheStats.Publishing::publishesRefused)),
    EMPTY_PUBLISHES(
            "emptyPublishes", Kind.COUNTER, cache(CacheStats::publishing, CacheStats.Publishing::emptyPublishes)),
    EMPTY_DEFERRED("emptyDeferred", Kind.COUNTER, cache(CacheStats::publishing, CacheStats.Publishing::emptyDeferred)),
    // schema IDs in images
    SCHEMA_IMAGES("schemaImages", Kind.COUNTER, cache(CacheStats::schemas, CacheStats.Schemas::schemaImages)),
    SCHEMA_SAVED_BYTES(
            "schemaSavedBytes", Kind.COUNTER, cache(CacheStats::schemas, CacheStats.Schemas::schemaSavedBytes)),
    SCHEMA_UNRESOLVED(
            "schemaUnresolved", Kind.COUNTER, cache(CacheStats::schemas, CacheStats.Schemas::schemaUnresolved)),
    // content of the SSD tier
    ENTRIES("entries", Kind.GAUGE, ssd(SsdStats::index, SsdStats.Index::entries)),
    CAPACITY_BYTES("capacityBytes", Kind.GAUGE, ssd(SsdStats::content, SsdStats.Content::capacityBytes)),
    SEGMENTS("segments", Kind.GAUGE, ssd(SsdStats::content, SsdStats.Content::segments)),
    FREE_SEGMENTS("freeSegments", Kind.GAUGE, ssd(SsdStats::content, SsdStats.Content::freeSegments)),
    PENDING_ENTRIES("pendingEntries", Kind.GAUGE, ssd(SsdStats::content, SsdStats.Content::pendingEntries)),
    PENDING_BYTES("pendingBytes", Kind.GAUGE, ssd(SsdStats::content, SsdStats.Content::pendingBytes)),
    // its index
    INDEX_BYTES("indexBytes", Kind.GAUGE, ssd(SsdStats::index, SsdStats.Index::indexBytes)),
    INDEX_CAPACITY("indexCapacity", Kind.GAUGE, ssd(SsdStats::index, SsdStats.Index::indexCapacity)),
    INDEX_DISPLACED("indexDisplaced", Kind.COUNTER, ssd(SsdStats::index, SsdStats.Index::indexDisplaced)),
    // movement between the tiers
    DEMOTIONS("demotions", Kind.COUNTER, ssd(SsdStats::movement, SsdStats.Movement::demotions)),
    PROMOTIONS("promotions", Kind.COUNTER, ssd(SsdStats::movement, SsdStats.Movement::promotions)),
    ADMITTED("admitted", Kind.COUNTER, ssd(SsdStats::movement, SsdStats.Movement::admitted)),
    REJECTED_SEEN_ONCE(
            "rejectedSeenOnce", Kind.COUNTER, ssd(SsdStats::rejections, SsdStats.Rejections::rejectedSeenOnce)),
    REJECTED_WRITE_RATE(
            "rejectedWriteRate", Kind.COUNTER, ssd(SsdStats::rejections, SsdStats.Rejections::rejectedWriteRate)),
    REJECTED_TOO_LARGE(
            "rejectedTooLarge", Kind.COUNTER, ssd(SsdStats::rejections, SsdStats.Rejections::rejectedTooLarge)),
    REJECTED_STATE("rejectedState", Kind.COUNTER, ssd(SsdStats::rejections, SsdStats.Rejections::rejectedState)),
    ALREADY_ON_SSD("alreadyOnSsd", Kind.COUNTER, ssd(SsdStats::movement, SsdStats.Movement::alreadyOnSsd)),
    OVERTAKEN("overtaken", Kind.COUNTER, ssd(SsdStats::movement, SsdStats.Movement::overtaken)),
    DROPPED_PENDING("droppedPending", Kind.COUNTER, ssd(SsdStats::movement, SsdStats.Movement::droppedPending)),
    RECLAIMS("reclaims", Kind.COUNTER, ssd(SsdStats::movement, SsdStats.Movement::reclaims)),
    REINSERTED_BYTES("reinsertedBytes", Kind.COUNTER, ssd(SsdStats::movement, SsdStats.Movement::reinsertedBytes)),
    DISCARDS("discards", Kind.COUNTER, ssd(SsdStats::movement, SsdStats.Movement::discards)),
    // device
    LOOKUPS("lookups", Kind.COUNTER, ssd(SsdStats::device, SsdStats.Device::lookups)),
    DEVICE_READS("deviceReads", Kind.COUNTER, ssd(SsdStats::device, SsdStats.Device::deviceReads)),
    REFRESH_READS("refreshReads", Kind.COUNTER, ssd(SsdStats::device, SsdStats.Device::refreshReads)),
    FALSE_DEVICE_READS("falseDeviceReads", Kind.COUNTER, ssd(SsdStats::device, SsdStats.Device::falseDeviceReads)),
    BYTES_READ("bytesRead", Kind.COUNTER, ssd(SsdStats::device, SsdStats.Device::bytesRead)),
    BYTES_WRITTEN("bytesWritten", Kind.COUNTER, ssd(SsdStats::device, SsdStats.Device::bytesWritten)),
    BYTES_LOGICAL("bytesLogical", Kind.COUNTER, ssd(SsdStats::device, SsdStats.Device::bytesLogical)),
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
    REFRESHES("refreshes", Kind.COUNTER, cache(CacheStats::changes, CacheStats.Changes::refreshes)),
    REFRESH_DROPS("refreshDrops", Kind.COUNTER, cache(CacheStats::changes, CacheStats.Changes::refreshDrops)),
    DROPS("drops", Kind.COUNTER, cache(CacheStats::changes, CacheStats.Changes::drops)),
    PURGES("purges", Kind.COUNTER, cache(CacheStats::changes, CacheStats.Changes::purges)),
    CHECKSUM_ERRORS("checksumErrors", Kind.COUNTER, ssd(SsdStats::failures, SsdStats.Failures::checksumErrors)),
    LATE_READS("lateReads", Kind.COUNTER, ssd(SsdStats::failures, SsdStats.Failures::lateReads)),
    REFUSED_READS("refusedReads", Kind.COUNTER, ssd(SsdStats::failures, SsdStats.Failures::refusedReads)),
    IO_ERRORS("ioErrors", Kind.COUNTER, ssd(SsdStats::failures, SsdStats.Failures::ioErrors)),
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

    private static <G> ToLongFunction<CacheStats> cache(Function<CacheStats, G> group, ToLongFunction<G> value) {
        return stats -> value.applyAsLong(group.apply(stats));
    }

    private static <G> ToLongFunction<CacheStats> ssd(Function<SsdStats, G> group, ToLongFunction<G> value) {
        return stats -> {
            SsdStats ssd = stats.ssd();
            return ssd == null ? 0 : value.applyAsLong(group.apply(ssd));
        };
    }

    private static ToLongFunction<CacheStats> read(ToLongFunction<LatencySummary> value) {
        return latency(SsdStats.Latencies::readLatency, value);
    }

    private static ToLongFunction<CacheStats> write(ToLongFunction<LatencySummary> value) {
        return latency(SsdStats.Latencies::writeLatency, value);
    }

    private static ToLongFunction<CacheStats> latency(
            Function<SsdStats.Latencies, LatencySummary> latency, ToLongFunction<LatencySummary> value) {
        return ssd(SsdStats::latencies, latencies -> value.applyAsLong(latency.apply(latencies)));
    }

    private static long mean(LatencySummary latency) {
        return Math.round(latency.meanNanos());
    }
}
