package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("concurrency")
final class CachedTableTest {
    private static final int PURGES = 4_000_000;

    private final CachedTable table = new CachedTable(new UUID(1, 2), 1, new ImageMemory(), TestCache.HASH_KEY);

    /**
     * Checked by removal: if the marks are read after the floor, the image seems alive while a purge of the table
     * removes them.
     */
    @Test
    void deadImage_whileTheTableIsPurged_staysDead() throws Exception {
        ExecutorService purger = Executors.newSingleThreadExecutor();
        try {
            Future<?> purging = purger.submit(() -> {
                for (int i = 0; i < PURGES; i++) {
                    table.purge();
                }
            });
            while (!purging.isDone()) {
                int stamp = table.stamp();
                table.purgeRange(6, 7);
                assertTrue(table.isDead(stamp, 7));
                assertTrue(table.isDead(stamp, 7));
            }
            purging.get(60, TimeUnit.SECONDS);
        } finally {
            purger.shutdownNow();
        }
    }

    /** A repair purges many ranges; images outside of them must stay alive. */
    @Test
    void purgeRange_ofManyRanges_leavesTheOthers() {
        int stamp = table.stamp();
        for (int range = 0; range < 256; range++) {
            table.purgeRange(range * 1_000L, range * 1_000L + 10);
        }
        for (int range = 0; range < 256; range++) {
            assertTrue(table.isDead(stamp, range * 1_000L + 10));
            assertFalse(table.isDead(stamp, range * 1_000L + 11));
        }
    }
}
