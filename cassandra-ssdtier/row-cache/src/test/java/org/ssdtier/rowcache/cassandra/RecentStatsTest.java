package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;

@Tag("unit")
final class RecentStatsTest {
    @Test
    void get_withinATenthOfASecond_asksOnce() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 50_000_000);
        AtomicInteger asked = new AtomicInteger();
        try (TieredCache cache = TieredCache.open(TieredCacheOptions.builder().build())) {
            RecentStats stats = new RecentStats(
                    () -> {
                        asked.incrementAndGet();
                        return cache.stats();
                    },
                    nanos::get);
            stats.get();
            nanos.addAndGet(99_999_999); // past the overflow of the clock
            stats.get();
            assertEquals(1, asked.get());
            nanos.incrementAndGet();
            stats.get();
            assertEquals(2, asked.get());
        }
    }
}
