package org.ssdtier.rowcache;

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

    private final CachedTable table = new CachedTable(new UUID(1, 2), 1, new ImageMemory());

    /** Checked by removal: with the marks read after the floor, the image lives while 64 marks become a new floor. */
    @Test
    void deadImage_whileOtherRangesArePurged_staysDead() throws Exception {
        int stamp = table.stamp();
        table.purgeRange(6, 7);
        ExecutorService purger = Executors.newSingleThreadExecutor();
        try {
            Future<?> purging = purger.submit(() -> {
                for (int i = 0; i < PURGES; i++) {
                    table.purgeRange(100 + i, 101 + i);
                }
            });
            while (!purging.isDone()) {
                assertTrue(table.isDead(stamp, 7));
                stamp = lastDeadStamp(stamp);
            }
            purging.get(60, TimeUnit.SECONDS);
        } finally {
            purger.shutdownNow();
        }
    }

    /** A stamp of now, whose images are dead at once; so the floor has something to hide. */
    private int lastDeadStamp(int stamp) {
        if (!table.isPurgedSince(stamp)) {
            return stamp;
        }
        int next = table.stamp();
        table.purgeRange(6, 7);
        return next;
    }
}
