package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the heap bytes that rows in memory use: as many as reported, and no more than allowed. */
@Tag("unit")
class MemoryHeapTest {
    private static final int ROWS = 50_000;
    private static final long CAPACITY_BYTES = 64 << 20;

    @Test
    void smallRows_takeTheHeapThatIsSaid() throws Exception {
        try (TieredCache cache = open(Long.MAX_VALUE)) {
            CachedTable table = cache.table(new UUID(1, 2));
            Map<String, Long> before = histogram();
            fill(cache, table);
            assertEquals(ROWS, cache.stats().memory().memoryEntries());
            long bytes = 0;
            for (Map.Entry<String, Long> type : histogram().entrySet()) {
                long more = type.getValue() - before.getOrDefault(type.getKey(), 0L);
                bytes += isOfAnEntry(type.getKey()) ? more : 0;
            }
            double said = (double) cache.stats().memory().memoryHeapBytes() / ROWS;
            // 4/3 to 8/3 table slots per entry
            assertEquals(said, (double) bytes / ROWS, 4.0, "heap bytes per row");
        }
    }

    /** Checked by removal: without the bound, all rows stay. */
    @Test
    void smallRows_boundOfTheHeap_isKept() {
        long limit = 1_000_000;
        try (TieredCache cache = open(limit)) {
            fill(cache, cache.table(new UUID(1, 2)));
            CacheStats stats = cache.stats();
            assertTrue(
                    stats.memory().memoryHeapBytes() <= limit && stats.memory().memoryHeapBytes() > limit / 2,
                    "heap bytes=" + stats.memory().memoryHeapBytes());
            assertTrue(
                    stats.memory().memoryBytes() < CAPACITY_BYTES / 4,
                    "bytes=" + stats.memory().memoryBytes());
        }
    }

    @Test
    void smallRows_capacityRaised_boundOfTheHeapIsKept() {
        long limit = 1_000_000;
        try (TieredCache cache = open(limit)) {
            CachedTable table = cache.table(new UUID(1, 2));
            fill(cache, table);
            cache.setMemoryCapacity(4 * CAPACITY_BYTES);
            fill(cache, table, ROWS);
            assertTrue(
                    cache.stats().memory().memoryHeapBytes() <= limit,
                    "heap bytes=" + cache.stats().memory().memoryHeapBytes());
        }
    }

    @Test
    void smallRows_capacityLowered_isUsedInFull() {
        long limit = 1_000_000;
        try (TieredCache cache = open(limit)) {
            fill(cache, cache.table(new UUID(1, 2)));
            long bytes = cache.stats().memory().memoryBytes();
            cache.setMemoryCapacity(bytes);
            assertTrue(
                    cache.stats().memory().memoryBytes() > bytes * 9 / 10,
                    "bytes=" + cache.stats().memory().memoryBytes() + " before=" + bytes);
        }
    }

    private static TieredCache open(long heapBytes) {
        return TieredCache.open(TieredCacheOptions.builder()
                .memoryCapacityBytes(CAPACITY_BYTES)
                .memoryHeapBytes(heapBytes)
                .build());
    }

    private static void fill(TieredCache cache, CachedTable table) {
        fill(cache, table, 0);
    }

    private static void fill(TieredCache cache, CachedTable table, int first) {
        for (int row = first; row < first + ROWS; row++) {
            cache.publish(TestCache.key(table, row), table.ticket(), TestCache.image(row, 32));
        }
    }

    private static boolean isOfAnEntry(String type) {
        return type.equals(MemoryImage.class.getName())
                || type.startsWith("com.github.benmanes.caffeine")
                || type.startsWith("java.util.concurrent.ConcurrentHashMap$Node")
                || type.startsWith("[Ljava.util.concurrent.ConcurrentHashMap$Node");
    }

    /** Returns the bytes of the live objects of each type. */
    private static Map<String, Long> histogram() throws Exception {
        String text = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        Map<String, Long> bytes = new TreeMap<>();
        for (String line : text.lines().toList()) {
            String[] words = line.trim().split("\\s+", -1);
            if (words.length >= 4 && words[0].endsWith(":")) {
                bytes.merge(words[3], Long.parseLong(words[2]), Long::sum);
            }
        }
        return bytes;
    }
}
