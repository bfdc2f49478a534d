package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.StartComparison.Outcome;

/**
 * The space of the saved index: never more than two copies of it, whether complete or not, checkpoints or a snapshot, because
 * operators are told to leave room for two. If there are more, checkpoints fail for lack of space for good.
 */
@Tag("crash")
class CheckpointSpaceTest {
    private static final UUID ID = new UUID(1, 2);
    private static final byte[] DIGEST = {1};
    private static final List<String> SSTABLES = List.of("first");
    private static final int ROWS = 60;
    /** The number of last rows, most of which are still in the write buffers and lost by a death. */
    private static final int BUFFERED = 80;

    private final LimitedStorage storage = new LimitedStorage();
    private final TestCache.ManualClock clock = new TestCache.ManualClock();

    /** Checked by removal: if the start does not delete what the dead process left, there are three. */
    @Test
    void deathInACheckpoint_theNextStartDeletesIt() {
        TieredCache dead = withCheckpoint();
        long one = storage.copiesBytes();
        storage.dieAtCheckpointWrite(2);
        dead.ssd().requestCheckpoint();
        assertThrows(LimitedStorage.Death.class, () -> settle(dead));
        storage.live();
        assertEquals(2, storage.checkpoints().size());
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next));
            assertTrue(hits(next) > ROWS / 2, "hits=" + hits(next));
            assertEquals(1, storage.checkpoints().size());
            assertNoMoreThanTwo(one);
        }
    }

    /** Checked by removal: if what a failed attempt got is kept, the next one finds no space, either. */
    @Test
    void noSpaceForACheckpoint_nothingIsLeft_andItIsMadeOnceThereIsSpace() {
        try (TieredCache cache = withCheckpoint()) {
            long one = storage.copiesBytes();
            List<String> before = storage.checkpoints();
            long usedBytes = storage.usedBytes();
            long journalFiles = journalFiles();
            storage.limit(usedBytes + one / 2);
            for (int attempt = 0; attempt < 3; attempt++) {
                cache.ssd().requestCheckpoint();
                settle(cache);
                assertEquals(before, storage.checkpoints());
                assertEquals(usedBytes, storage.usedBytes());
                clock.advanceSeconds(11);
            }
            assertEquals(journalFiles, journalFiles());
            storage.limit(usedBytes + one);
            settle(cache);
            assertEquals(1, storage.checkpoints().size());
            assertNotEquals(before, storage.checkpoints());
        }
    }

    /** Checked by removal: a checkpoint that the stop interrupts is left beside the snapshot and the last checkpoint. */
    @Test
    void cleanStop_inACheckpoint_leavesOneCheckpointAndTheSnapshot() {
        TieredCache cache = withCheckpoint();
        long one = storage.copiesBytes();
        cache.ssd().requestCheckpoint();
        while (storage.checkpoints().size() < 2) {
            assertTrue(cache.work());
        }
        cache.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        assertEquals(1, storage.checkpoints().size());
        assertTrue(storage.hasSnapshot());
        assertNoMoreThanTwo(one);
    }

    /** Checked by removal: the checkpoint that is due after a clean stop is the third copy, beside the snapshot. */
    @Test
    void cleanStart_itsCheckpointWaitsForTheEndOfTheSnapshot() {
        TieredCache stopped = withCheckpoint();
        long one = storage.copiesBytes();
        List<String> before = storage.checkpoints();
        stopped.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        try (TieredCache cache = open()) {
            settle(cache);
            cache.confirm(cache.table(ID), DIGEST);
            assertEquals(ROWS, hits(cache));
            assertTrue(storage.hasSnapshot());
            assertEquals(before, storage.checkpoints());
            publishRows(cache, ROWS);
            assertFalse(storage.hasSnapshot());
            assertEquals(1, storage.checkpoints().size());
            assertNotEquals(before, storage.checkpoints());
            assertNoMoreThanTwo(one);
        }
    }

    /** Checked by removal: if nothing is ever saved without a change, each start adds a file to the journal. */
    @Test
    void cleanStarts_withoutAnyChange_keepTheJournalShort() {
        TieredCache first = withCheckpoint();
        long one = storage.copiesBytes();
        first.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        for (int start = 0; start < 100; start++) {
            TieredCache cache = open();
            settle(cache);
            cache.confirm(cache.table(ID), DIGEST);
            assertEquals(ROWS, hits(cache));
            cache.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        }
        assertTrue(journalFiles() < 40, "journal files=" + journalFiles());
        assertNoMoreThanTwo(one);
    }

    /** Checked by removal: a snapshot that could not be written is left, and takes the space of the next checkpoints. */
    @Test
    void noSpaceForTheSnapshot_nothingIsLeftOfIt() {
        TieredCache stopped = withCheckpoint();
        storage.limit(storage.usedBytes() + 4096);
        stopped.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        assertFalse(storage.hasSnapshot());
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next));
            assertTrue(hits(next) > ROWS / 2, "hits=" + hits(next));
        }
    }

    /** Checked by removal: a snapshot without a manifest that names it stays for ever. */
    @Test
    void deathAfterTheSnapshot_itIsDeletedByTheNextLife() {
        TieredCache stopped = withCheckpoint();
        stopped.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        storage.delete("manifest");
        assertTrue(storage.hasSnapshot());
        try (TieredCache next = open()) {
            settle(next);
            publishRows(next, 1);
            assertFalse(storage.hasSnapshot());
        }
    }

    /** Checked by removal: the log takes the space that the failed checkpoint gave back, once a minute. */
    @Test
    void logThatLacksSegments_leavesTheFreeSpaceToTheCheckpoint() {
        storage.limit(7 * TestCache.SEGMENT_BYTES);
        try (TieredCache cache = open()) {
            settle(cache);
            reconcile(cache);
            publishRows(cache, ROWS);
            cache.ssd().requestCheckpoint();
            settle(cache);
            assertEquals(List.of(), storage.checkpoints());
            storage.limit(7 * TestCache.SEGMENT_BYTES + 3 * TestCache.SEGMENT_BYTES / 2);
            clock.advanceSeconds(61);
            settle(cache);
            assertEquals(1, storage.checkpoints().size());
            assertEquals(7, segments(cache));
            storage.limit(Long.MAX_VALUE);
            clock.advanceSeconds(61);
            settle(cache);
            assertEquals(8, segments(cache));
        }
    }

    private TieredCache open() {
        return TestCache.open(
                storage, clock, options -> options.ssd(TestCache.ssd().withRecovery(RecoverOnStart.CRASH)));
    }

    /** Returns a cache with rows on the SSD and one complete checkpoint. */
    private TieredCache withCheckpoint() {
        TieredCache cache = open();
        settle(cache);
        assertEquals(Outcome.NEW, reconcile(cache));
        publishRows(cache, ROWS + BUFFERED);
        cache.ssd().requestCheckpoint();
        settle(cache);
        assertEquals(1, storage.checkpoints().size());
        return cache;
    }

    private static void publishRows(TieredCache cache, int rows) {
        for (int row = 0; row < rows; row++) {
            publish(cache, key(cache.table(ID), row), row);
        }
        evict(cache);
        settle(cache);
    }

    private static int hits(TieredCache cache) {
        int hits = 0;
        for (int row = 0; row < ROWS; row++) {
            hits += value(cache, key(cache.table(ID), row)) == row ? 1 : 0;
        }
        return hits;
    }

    private long journalFiles() {
        return storage.names().stream()
                .filter(name -> name.startsWith("journal"))
                .count();
    }

    /** A snapshot and a checkpoint differ by a few pages. */
    private void assertNoMoreThanTwo(long oneBytes) {
        long most = storage.mostCopiesBytes();
        assertTrue(most < 5 * oneBytes / 2, "bytes=" + most + " of one=" + oneBytes);
    }

    private static long segments(TieredCache cache) {
        return Objects.requireNonNull(cache.stats().ssd()).content().segments();
    }

    private static Outcome reconcile(TieredCache cache) {
        return cache.journaled().reconcile(cache.table(ID), SSTABLES, SSTABLES).outcome();
    }
}
