package org.ssdtier.rowcache.cassandra;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.DefaultNameFactory;
import org.ssdtier.rowcache.CacheState;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.curve.Curve;
import org.ssdtier.rowcache.curve.CurvePoint;

/**
 * The cache's metrics, {@code org.apache.cassandra.metrics:type=Cache,scope=SsdRowCache,name=…}. Exporters already map this pattern
 * for Cassandra's own caches. Nothing is counted twice: a metric reads the cache's counters when it is read.
 */
final class SsdRowCacheMetrics {
    private static final DefaultNameFactory NAMES = new DefaultNameFactory("Cache", "SsdRowCache");

    private final Supplier<CacheStats> stats;

    private SsdRowCacheMetrics(Supplier<CacheStats> stats) {
        this.stats = stats;
    }

    /**
     * Registers all metrics.
     *
     * @param stats supplier of the cache's statistics, called at least once for each metric that is read
     * @param options the options in effect
     */
    static void register(Supplier<CacheStats> stats, SsdRowCacheOptions options) {
        SsdRowCacheMetrics metrics = new SsdRowCacheMetrics(stats);
        CacheFigure.ALL.forEach(metrics::register);
        for (CacheRatio ratio : CacheRatio.values()) {
            gauge(ratio.metric(), () -> ratio.of(stats.get()));
        }
        metrics.registerStockNames();
        // bounds with which a dashboard compares capacityBytes and bytesWritten
        gauge("ConfiguredBytes", options::sizeBytes);
        gauge("WriteRateLimitBytesPerSecond", options::writeRateLimitBytesPerSecond);
    }

    /**
     * Registers the points of the curve of hit rates by size, such as {@code CurveSsd2xHitRate}.
     *
     * @param curve supplier of the curve, called once for each metric that is read
     */
    static void registerCurve(Supplier<Curve> curve) {
        List<CurvePoint> sizes = curve.get().memory();
        for (int i = 0; i < sizes.size(); i++) {
            int point = i;
            double factor = sizes.get(i).factor();
            String size = factor < 1 ? "Half" : Math.round(factor) + "x";
            gauge(
                    "CurveSsd" + size + "HitRate",
                    () -> curve.get().ssd().get(point).hitRatio());
            gauge(
                    "CurveMemory" + size + "HitRate",
                    () -> curve.get().memory().get(point).hitRatio());
        }
        gauge("CurveSampledReads", () -> curve.get().sampledReads());
    }

    /** Registers metrics under the names used by the caches of stock Cassandra. */
    private void registerStockNames() {
        counter("Hits", () -> stats.get().hits());
        counter("Requests", () -> stats.get().hits() + stats.get().lookups().misses());
        gauge("Capacity", () -> stats.get().memory().memoryCapacityBytes());
        gauge("Size", () -> stats.get().memory().memoryBytes());
        gauge("State", () -> number(stats.get().state()));
    }

    /** Returns a state as a number for exporters; alerts and dashboards rely on these values. */
    private static int number(CacheState state) {
        return switch (state) {
            case DISABLED -> 0;
            case RECOVERING -> 1;
            case ONLINE -> 2;
            case PAUSED -> 3;
            case OFFLINE -> 4;
        };
    }

    private void register(CacheFigure figure) {
        LongSupplier value = () -> figure.of(stats.get());
        if (figure.isGauge()) {
            gauge(figure.metric(), value::getAsLong);
        } else {
            counter(figure.metric(), value);
        }
    }

    private static <T> void gauge(String name, Gauge<T> value) {
        CassandraMetricsRegistry.Metrics.register(NAMES.createMetricName(name), value);
    }

    private static void counter(String name, LongSupplier value) {
        CassandraMetricsRegistry.Metrics.register(NAMES.createMetricName(name), new CountElsewhere(value));
    }

    /** A counter that reads its count from the cache. */
    private static final class CountElsewhere extends Counter {
        private final LongSupplier count;

        CountElsewhere(LongSupplier count) {
            this.count = count;
        }

        @Override
        public long getCount() {
            return count.getAsLong();
        }
    }
}
