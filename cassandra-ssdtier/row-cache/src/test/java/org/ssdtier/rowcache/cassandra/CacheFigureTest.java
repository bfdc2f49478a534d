package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.CacheState;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.LatencySummary;
import org.ssdtier.rowcache.SsdStats;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;
import org.ssdtier.segmentlog.checks.OptionsTable;

@Tag("unit")
final class CacheFigureTest {
    private static final Path DOCS = Path.of("../../docs/operating.md");

    private final List<Long> numbers = new ArrayList<>();

    @Test
    void all_showsEveryNumberOfTheCoreUnderANameOfItsOwn() throws ReflectiveOperationException {
        CacheStats stats = fill(CacheStats.class);
        Set<Long> shown = new HashSet<>(CacheFigure.values(stats).values());
        assertEquals(new HashSet<>(numbers), shown);
        assertEquals(CacheFigure.ALL.size(), CacheFigure.values(stats).size());
        assertEquals(CacheFigure.ALL.size(), shown.size());
        assertEquals(stats.memory().memoryBytes(), CacheFigure.values(stats).get("memoryBytes"));
        LatencySummary reads = stats.ssd().latencies().readLatency();
        assertEquals(reads.p99Nanos(), CacheFigure.values(stats).get("readLatencyP99Nanos"));
    }

    /** A figure has one name, from the counter to the operator; only latencies are shown in parts. */
    @Test
    void keys_areNamesOfTheCore() {
        Set<String> names = new HashSet<>();
        addNames(CacheStats.class, names);
        for (CacheFigure figure : CacheFigure.ALL) {
            assertTrue(
                    names.contains(figure.key()) || figure.key().matches("(read|write|decompress)Latency.+"),
                    figure.key());
        }
    }

    @Test
    void isGauge_valuesThatFallToo_andNoOthers() {
        Map<String, Boolean> gauges = new HashMap<>();
        CacheFigure.ALL.forEach(figure -> gauges.put(figure.key(), figure.isGauge()));
        for (String gauge : List.of("memoryBytes", "entries", "freeSegments", "readLatencyMeanNanos")) {
            assertEquals(true, gauges.get(gauge), gauge);
        }
        for (String counter : List.of("memoryHits", "errors", "indexDisplaced", "readLatencyCount")) {
            assertEquals(false, gauges.get(counter), counter);
        }
    }

    private static void addNames(Class<?> type, Set<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            names.add(component.getName());
            if (component.getType().isRecord()) {
                addNames(component.getType(), names);
            }
        }
    }

    @Test
    void all_withoutSsdTier_isZeroThere() {
        Map<String, Long> bounds = Map.of("memoryCapacityBytes", 64L << 20, "memoryHeapLimitBytes", 8L << 20);
        try (TieredCache cache = TieredCache.open(
                TieredCacheOptions.builder().memoryHeapBytes(8L << 20).build())) {
            CacheFigure.values(cache.stats())
                    .forEach((key, value) -> assertEquals(bounds.getOrDefault(key, 0L), value, key));
            CacheRatio.all(cache.stats()).forEach((key, value) -> assertEquals(0.0, value, key));
        }
    }

    @Test
    void ratios_divideWhatTheirNamesSay() throws ReflectiveOperationException {
        CacheStats stats = fill(CacheStats.class);
        SsdStats ssd = stats.ssd();
        assertEquals(
                (double) ssd.device().deviceReads() / stats.lookups().ssdHits(),
                CacheRatio.DEVICE_READS_PER_SSD_HIT.of(stats));
        assertEquals(
                (double) ssd.device().falseDeviceReads() / ssd.device().lookups(),
                CacheRatio.FALSE_DEVICE_READ_RATE.of(stats));
        double memory = CacheRatio.MEMORY_HIT_RATE.of(stats);
        double rest = CacheRatio.SSD_HIT_RATE.of(stats);
        assertEquals(CacheRatio.HIT_RATE.of(stats), memory + (1 - memory) * rest, 1e-9);
    }

    @Test
    void operatingPage_explainsEveryNumberSettingAndState() throws IOException {
        String page = Files.readString(DOCS);
        Stream.of(
                        CacheFigure.ALL.stream().map(CacheFigure::key),
                        Arrays.stream(CacheRatio.values()).map(CacheRatio::key),
                        Arrays.stream(CacheState.values()).map(CacheState::name),
                        Arrays.stream(SsdRowCacheConfig.class.getFields()).map(Field::getName))
                .flatMap(names -> names)
                .forEach(name -> assertTrue(page.contains("`" + name + "`"), "docs/operating.md lacks `" + name + "`"));
    }

    /** A key without a default of its own, null in the block, is described in words. */
    @Test
    void operatingPage_hasTheDefaultOfEveryKey() throws Exception {
        OptionsTable.assertDefaults(DOCS, new SsdRowCacheConfig());
    }

    /** Returns a record with distinct numbers in all components, including nested records. */
    private <T> T fill(Class<T> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = value(types[i]);
        }
        return type.getDeclaredConstructor(types).newInstance(values);
    }

    private Object value(Class<?> type) throws ReflectiveOperationException {
        if (type == CacheState.class) {
            return CacheState.ONLINE;
        }
        if (type.isRecord()) {
            return fill(type);
        }
        long number = 1_000 + 7L * numbers.size();
        numbers.add(number);
        return type == double.class ? (Object) (double) number : (Object) number;
    }
}
