package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.image;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.HookStorage;

/** Tests of drops and purges while another thread reads or copies records on the SSD, by hooks in the device. */
@Tag("unit")
class SsdRaceTest extends SsdTierFixture {
    /**
     * Copies fill write buffers, and during a write another thread can run: between the copy of a record and the change
     * of its index entry.
     */
    @Test
    void drop_whileReclaimCopiesTheRow_isEffective() {
        HookStorage watched = new HookStorage();
        try (TieredCache busy = TestCache.open(watched, clock, options -> options)) {
            CachedTable one = busy.table(new UUID(1, 2));
            Set<Integer> dropped = new HashSet<>();
            int[] newest = {0};
            boolean[] reclaiming = {false};
            watched.disturb(new HookStorage.Disturbance() {
                @Override
                public void beforeRead(String device) {
                    reclaiming[0] = true; // while the writer works, only reclaim reads
                }

                @Override
                public void beforeWrite(String device) {
                    for (int i = Math.max(0, newest[0] - 500); reclaiming[0] && i < newest[0]; i += 3) {
                        busy.drop(key(one, i));
                        dropped.add(i);
                    }
                    reclaiming[0] = false; // once: a second drop would hide what the first one missed
                }
            });
            int checked = 0;
            for (int i = 0; i < 3000; i++) {
                newest[0] = i;
                busy.publish(key(one, i), one.ticket(), image(i, 900));
                reclaiming[0] = false;
                settle(busy);
                for (int row : dropped) {
                    checked++;
                    assertEquals(-1, value(busy, key(one, row)), "row=" + row);
                }
                dropped.clear();
                for (int back = 30; back < 400; back += 37) {
                    value(busy, key(one, Math.max(0, i - back)));
                }
            }
            assertTrue(present(busy.stats().ssd()).movement().reinsertedBytes() > 0, "nothing was reinserted");
            assertTrue(checked > 1000, "checked=" + checked);
        }
    }

    @Test
    void purge_duringAnSsdRead_thePromotedImageIsDeadToo() {
        HookStorage watched = new HookStorage();
        try (TieredCache read = TestCache.open(watched, clock, options -> options)) {
            CachedTable one = flushedRows(read);
            onNextRead(watched, () -> read.purge(one));
            assertEquals(-1, value(read, key(one, 0)));
            assertEquals(-1, value(read, key(one, 0)));
        }
    }

    @Test
    void drop_duringAnSsdRead_theImageIsNotPromoted() {
        HookStorage watched = new HookStorage();
        try (TieredCache read = TestCache.open(watched, clock, options -> options)) {
            CachedTable one = flushedRows(read);
            onNextRead(watched, () -> read.drop(key(one, 0)));
            assertEquals(0, value(read, key(one, 0)));
            assertEquals(-1, value(read, key(one, 0)));
        }
    }

    @Test
    void drop_whileARefreshReadsTheSsd_theMergedImageIsNotKept() {
        HookStorage watched = new HookStorage();
        try (TieredCache read = TestCache.open(watched, clock, options -> options)) {
            CachedTable one = flushedRows(read);
            value(read, key(one, 0));
            evict(read);
            settle(read);
            onNextRead(watched, () -> read.drop(key(one, 0)));
            assertEquals(RefreshResult.DROPPED, read.refresh(key(one, 0), old -> image(6, 200), true));
            assertEquals(-1, value(read, key(one, 0)));
        }
    }

    private static CachedTable flushedRows(TieredCache read) {
        CachedTable one = read.table(new UUID(1, 2));
        for (int i = 0; i < 100; i++) {
            publish(read, key(one, i), i);
        }
        evict(read);
        settle(read);
        return one;
    }

    private static void onNextRead(HookStorage storage, Runnable action) {
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeRead(String device) {
                storage.calm();
                action.run();
            }
        });
    }
}
