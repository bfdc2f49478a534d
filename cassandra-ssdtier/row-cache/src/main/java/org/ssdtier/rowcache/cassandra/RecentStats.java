package org.ssdtier.rowcache.cassandra;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.CacheStats;

/**
 * A supplier of the cache's statistics that reads them again only when they are older than 100 ms. An exporter reads all metrics one
 * by one, and summing up every counter each time would be quadratic in their number. Thread-safe.
 */
final class RecentStats implements Supplier<CacheStats> {
    private static final long MAX_AGE_NANOS = 100_000_000;

    private record Taken(long nanos, CacheStats stats) {}

    private final Supplier<CacheStats> source;
    private final LongSupplier nanoClock;
    private volatile @Nullable Taken last;

    RecentStats(Supplier<CacheStats> source, LongSupplier nanoClock) {
        this.source = source;
        this.nanoClock = nanoClock;
    }

    @Override
    public CacheStats get() {
        long now = nanoClock.getAsLong();
        Taken taken = last;
        if (taken == null || now - taken.nanos() >= MAX_AGE_NANOS) {
            taken = new Taken(now, source.get());
            last = taken;
        }
        return taken.stats();
    }
}
