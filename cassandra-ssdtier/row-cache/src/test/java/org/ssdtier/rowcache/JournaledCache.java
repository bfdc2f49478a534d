package org.ssdtier.rowcache;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.ssdtier.rowcache.StartComparison.Outcome;
import org.ssdtier.segmentlog.device.HookStorage;

/** A cache with a journal, on a storage that can be disturbed, and what crash tests of the journal do with it. */
abstract class JournaledCache {
    static final UUID ID = new UUID(1, 2);
    static final UUID OTHER = new UUID(3, 4);
    static final int ROWS = 60;
    /** The number of last rows, which are still in the write buffers and lost by a kill. */
    static final int BUFFERED = 40;

    static final int PAUSE_SECONDS = (int) (JournalPause.FIRST_NANOS / 1_000_000_000);
    static final byte[] DIGEST = {1};
    static final List<String> FIRST = List.of("first");
    static final List<String> BOTH = List.of("first", "second");

    final HookStorage storage = new HookStorage();
    final TestCache.ManualClock clock = new TestCache.ManualClock();

    static SsdOptions ssd() {
        return TestCache.ssd().withRecovery(RecoverOnStart.CRASH);
    }

    TieredCache open() {
        return TestCache.open(storage, clock, options -> options.ssd(ssd()));
    }

    TieredCache filled() {
        TieredCache cache = open();
        settle(cache);
        assertEquals(Outcome.NEW, reconcile(cache, FIRST));
        fill(cache, 0, ROWS);
        fill(cache, ROWS, BUFFERED);
        return cache;
    }

    static void fill(TieredCache cache, int first, int rows) {
        fill(cache, cache.table(ID), first, rows);
    }

    static void fill(TieredCache cache, CachedTable table, int first, int rows) {
        for (int row = first; row < first + rows; row++) {
            publish(cache, key(table, row), row);
        }
        evict(cache);
        settle(cache);
    }

    /** Fails the writes of files whose names begin so. */
    void fail(String devices) {
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) throws IOException {
                if (device.startsWith(devices)) {
                    throw new IOException("disturbed");
                }
            }
        });
    }

    static void saveIndex(TieredCache cache) {
        cache.ssd().requestCheckpoint();
        settle(cache);
    }

    static Outcome reconcile(TieredCache cache, List<String> sstables) {
        return cache.journaled().reconcile(cache.table(ID), sstables, sstables).outcome();
    }

    static SsdStats stats(TieredCache cache) {
        return requireNonNull(cache.stats().ssd());
    }

    static long isJournalKept(TieredCache cache) {
        return stats(cache).content().journalKept();
    }
}
