package org.ssdtier.rowcache.cassandra;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
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
 * An integer statistic of the row cache, named as in JMX, metrics, nodetool and the virtual tables. The meaning of each is documented
 * in {@code docs/operating.md}. Statistics of the SSD tier are 0 on a node without one.
 *
 * <p>The statistics are the numbers in {@link CacheStats} and in the records it contains, found by reflection once: a number that is
 * added there is shown everywhere, under its own name. The numbers of a {@link LatencySummary} are named after the latency, too.
 */
final class CacheFigure {
    /** The way a statistic changes over time. */
    enum Kind {
        /** A value that only grows, from 0 at the start of the node. */
        COUNTER,
        /** A value that may rise and fall. */
        GAUGE
    }

    private static final List<CacheFigure> ALL = all(CacheStats.class, new Path("", Kind.COUNTER, stats -> stats));

    private final String key;
    private final Kind kind;
    private final Function<CacheStats, @Nullable Object> value;

    private CacheFigure(String key, Kind kind, Function<CacheStats, @Nullable Object> value) {
        this.key = key;
        this.kind = kind;
        this.value = value;
    }

    /** Returns all statistics, in the order of the records. */
    static List<CacheFigure> values() {
        return ALL;
    }

    /** Returns all statistics by key, in the order of the records. */
    static Map<String, Long> all(CacheStats stats) {
        Map<String, Long> figures = new LinkedHashMap<>();
        for (CacheFigure figure : ALL) {
            figures.put(figure.key, figure.of(stats));
        }
        return figures;
    }

    /** Returns the name in JMX, nodetool and the virtual table {@code status}. */
    String key() {
        return key;
    }

    /** Returns the name as a metric. */
    String metric() {
        return capitalized(key);
    }

    Kind kind() {
        return kind;
    }

    /** Returns the value, rounded to an integer. */
    long of(CacheStats stats) {
        Object number = value.apply(stats);
        if (number instanceof Double fraction) {
            return Math.round(fraction);
        }
        return number instanceof Number integer ? integer.longValue() : 0;
    }

    /**
     * The way from the statistics to a group of them.
     *
     * @param prefix prefix of the names in the group
     * @param kind kind of the whole group
     * @param group reader of the group; its result is null if the node has no SSD tier
     */
    private record Path(String prefix, Kind kind, Function<CacheStats, @Nullable Object> group) {
        Path to(RecordComponent component) {
            Method accessor = component.getAccessor();
            boolean isGauge = kind == Kind.GAUGE || component.isAnnotationPresent(Gauge.class);
            return new Path(
                    component.getType() == LatencySummary.class ? component.getName() : "",
                    isGauge ? Kind.GAUGE : Kind.COUNTER,
                    stats -> read(accessor, group.apply(stats)));
        }

        String name(String component) {
            return prefix.isEmpty() ? component : prefix + capitalized(component);
        }
    }

    private static List<CacheFigure> all(Class<?> type, Path path) {
        List<CacheFigure> figures = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Path next = path.to(component);
            if (component.getType().isRecord()) {
                figures.addAll(all(component.getType(), next));
            } else if (component.getType().isPrimitive()) {
                figures.add(new CacheFigure(path.name(component.getName()), next.kind(), next.group()));
            }
        }
        return List.copyOf(figures);
    }

    private static @Nullable Object read(Method accessor, @Nullable Object owner) {
        try {
            return owner == null ? null : accessor.invoke(owner);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a component of a public record cannot be read: " + accessor, e);
        }
    }

    private static String capitalized(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
