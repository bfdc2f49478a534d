package org.ssdtier.rowcache.cassandra;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.Gauge;
import org.ssdtier.rowcache.LatencySummary;

/**
 * A statistic of the row cache, named as in JMX, metrics, nodetool and the virtual tables. Each number in {@link
 * CacheStats} and the records in it is one, under the name of its component; a number of a latency has the name of the
 * latency before its own. Their meaning is documented in {@code docs/operating.md}. Statistics of the SSD tier are 0 on
 * a node without one.
 */
final class CacheFigure {
    /** All statistics, in the order of the components. */
    static final List<CacheFigure> ALL = allOf(CacheStats.class, "", stats -> stats);

    private final String key;
    private final boolean isGauge;
    private final Function<CacheStats, @Nullable Object> value;

    private CacheFigure(String key, boolean isGauge, Function<CacheStats, @Nullable Object> value) {
        this.key = key;
        this.isGauge = isGauge;
        this.value = value;
    }

    /** Returns the name in JMX, nodetool and the virtual table {@code status}. */
    String key() {
        return key;
    }

    /** Returns the name as a metric. */
    String metric() {
        return capitalized(key);
    }

    /** Returns whether the value may rise and fall; if not, it only grows, from 0 at the start of the node. */
    boolean isGauge() {
        return isGauge;
    }

    long of(CacheStats stats) {
        Object number = value.apply(stats);
        if (number == null) {
            return 0;
        }
        return number instanceof Double fraction ? Math.round(fraction) : (Long) number;
    }

    /** Returns the values of all statistics by key, in the order of {@link #ALL}. */
    static Map<String, Long> values(CacheStats stats) {
        Map<String, Long> values = new LinkedHashMap<>();
        ALL.forEach(figure -> values.put(figure.key, figure.of(stats)));
        return values;
    }

    /**
     * Returns the statistics of a record.
     *
     * @param type type of the record
     * @param prefix beginning of their names; empty for none
     * @param record accessor of the record; it returns null if the node has none
     */
    private static List<CacheFigure> allOf(
            Class<?> type, String prefix, Function<CacheStats, @Nullable Object> record) {
        List<CacheFigure> figures = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Function<CacheStats, @Nullable Object> value = stats -> read(component, record.apply(stats));
            String name = component.getName();
            if (component.getType().isRecord()) {
                String inner = component.getType() == LatencySummary.class ? name : "";
                figures.addAll(allOf(component.getType(), inner, value));
            } else if (component.getType().isPrimitive()) {
                String key = prefix.isEmpty() ? name : prefix + capitalized(name);
                figures.add(new CacheFigure(key, component.isAnnotationPresent(Gauge.class), value));
            }
        }
        return List.copyOf(figures);
    }

    private static @Nullable Object read(RecordComponent component, @Nullable Object record) {
        try {
            return record == null ? null : component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("statistic=" + component + ": cannot be read", e);
        }
    }

    private static String capitalized(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
