package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.rowcache.StartComparison.Outcome;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.Storage;

/** Journal files that could not be deleted, or only some of them: no start may use the stamps again that were issued since. */
@Tag("crash")
@Timeout(120)
class JournalLeftFilesTest extends JournaledCache {
    /** Enough rows for some of them to leave the write buffers. */
    private static final int MANY_ROWS = 100;
    /** The stamp up to which a journal of an empty log reserves stamps. */
    private static final int RESERVED = 1 + (1 << 24);

    /**
     * Row 1 is written with a stamp that no journal has reserved, and changes later. Checked by removal: if the new journal is begun
     * before the former files are deleted, the next life reads it, and the row answers in the life after that.
     */
    @Test
    void logEmptied_theFormerJournalCannotBeDeleted_killedTwice_touchedRowStaysDead() {
        TieredCache killed = declared();
        failDeletions();
        emptyLog(killed);
        assertEquals(0, isJournalKept(killed));
        CachedTable table = killed.table(ID);
        int written = table.raiseStampAbove(RESERVED + 10);
        fill(killed, table, 0, MANY_ROWS);
        assertTrue(admitted(killed) >= MANY_ROWS, "admitted=" + admitted(killed));
        change(killed, "second", 1);
        storage.calm();

        fail("checkpoint");
        TieredCache again = open();
        settle(again);
        assertEquals(Outcome.NEW, reconcile(again, BOTH));
        again.journaled().declare(again.table(ID), BOTH);
        again.table(ID).raiseStampAbove(written); // as many changes
        change(again, "third", 2);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, List.of("first", "second", "third")));
            assertEquals(-1, value(next, key(next.table(ID), 1)));
        }
    }

    /** The log begins with the record of a probe. Checked by removal: the start fails at that record, and is cold. */
    @Test
    void logEmptied_killed_isWarmWithWhatCameSince() {
        TieredCache killed = declared();
        emptyLog(killed);
        assertEquals(1, isJournalKept(killed));
        fail("checkpoint");
        killed.journaled().declare(killed.table(ID), FIRST);
        fill(killed, killed.table(ID), 0, MANY_ROWS);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, FIRST));
            assertEquals(1, value(next, key(next.table(ID), 1)));
        }
    }

    /** Checked by removal: the row is written, although a start may read the file that failed, and use the row's stamp again. */
    @Test
    void logEmptied_theNewJournalCanNeitherBeSyncedNorDeleted_rowsBeyondItsStampsAreDropped() {
        TieredCache cache = declared();
        List<String> left = new ArrayList<>();
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeForce(String device) throws IOException {
                if (device.startsWith("journal")) {
                    left.add(device);
                    throw new IOException("disturbed");
                }
            }

            @Override
            public void beforeDelete(String device) throws IOException {
                if (left.contains(device)) {
                    throw new IOException("disturbed");
                }
            }
        });
        emptyLog(cache);
        assertEquals(0, isJournalKept(cache));
        assertEquals(left, journals());
        assertEquals(1, left.size());
        fill(cache, cache.table(OTHER), 0, MANY_ROWS);
        long before = admitted(cache);
        assertTrue(before >= MANY_ROWS, "with stamps that are reserved: admitted=" + before);
        cache.table(ID).raiseStampAbove(RESERVED);
        fill(cache, cache.table(ID), 0, MANY_ROWS);
        assertEquals(before, admitted(cache));
        storage.calm();
        clock.advanceSeconds(JournalPause.FIRST_NANOS / 1_000_000_000);
        settle(cache);
        assertFalse(journals().isEmpty());
        fill(cache, cache.table(ID), 0, MANY_ROWS);
        assertEquals(before + MANY_ROWS, admitted(cache));
        cache.close();
    }

    /** Checked by removal: if the new file is begun before the others are deleted, each attempt leaves one more. */
    @Test
    void filesCannotBeDeleted_noAttemptAddsOne() {
        TieredCache cache = declared();
        failDeletions();
        List<String> before = journals();
        emptyLog(cache);
        for (int attempt = 1; attempt <= 3; attempt++) {
            clock.advanceSeconds(attempt * JournalPause.FIRST_NANOS / 1_000_000_000);
            settle(cache);
            assertEquals(before, journals());
        }
        cache.close();
    }

    /**
     * File 1 is of another log. Checked by removal: otherwise a crash can leave file 9 without those that continue it; a start reads it,
     * and uses the stamps again that were reserved in them.
     */
    @Test
    void delete_oneFileAtATime_inTheOrderInWhichTheyContinueEachOther() throws IOException {
        RecordingStorage recording = new RecordingStorage();
        for (long number : List.of(10L, 1L, 9L, 11L, 12L)) {
            recording.open(JournalDescriptor.name(number)).close();
        }
        recording.open(CheckpointDescriptor.name(9)).close();
        recording.open(CheckpointDescriptor.name(12)).close();
        recording.open("segment").close();
        JournalChain.delete(recording, 12);
        assertEquals(
                List.of(
                        CheckpointDescriptor.name(9),
                        "force",
                        JournalDescriptor.name(1),
                        "force",
                        JournalDescriptor.name(9),
                        "force",
                        JournalDescriptor.name(10),
                        "force",
                        JournalDescriptor.name(11),
                        "force"),
                recording.operations);
    }

    // ---- private ----

    /** Records deletions and forces; lists the names in descending order. */
    private static final class RecordingStorage implements Storage {
        private final MemoryStorage storage = new MemoryStorage();
        private final List<String> operations = new ArrayList<>();

        @Override
        public Device open(String name) {
            return storage.open(name);
        }

        @Override
        public List<String> names() {
            return storage.names().stream().sorted(Comparator.reverseOrder()).toList();
        }

        @Override
        public void delete(String name) {
            operations.add(name);
            storage.delete(name);
        }

        @Override
        public void force() {
            operations.add("force");
        }

        @Override
        public String describe() {
            return storage.describe();
        }

        @Override
        public void close() {}
    }

    /** Returns a cache with a table in its journal. */
    private TieredCache declared() {
        TieredCache cache = open();
        settle(cache);
        assertEquals(Outcome.NEW, reconcile(cache, FIRST));
        assertEquals(1, isJournalKept(cache));
        return cache;
    }

    /** Takes the directory away for a while; the log is empty after that. */
    private void emptyLog(TieredCache cache) {
        storage.setPresent(false);
        clock.advanceSeconds(2);
        settle(cache);
        assertEquals(CacheState.OFFLINE, cache.state());
        storage.setPresent(true);
        for (int second = 0; cache.state() == CacheState.OFFLINE && second < 120; second++) {
            clock.advanceSeconds(1);
            settle(cache);
        }
        assertEquals(CacheState.ONLINE, cache.state());
    }

    private void failDeletions() {
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeDelete(String device) throws IOException {
                // before a file is begun, one of its name is deleted, which does not exist
                if (device.startsWith("journal") && storage.names().contains(device)) {
                    throw new IOException("disturbed");
                }
            }
        });
    }

    private List<String> journals() {
        return storage.names().stream()
                .filter(name -> JournalDescriptor.numberOf(name) >= 0)
                .sorted()
                .toList();
    }

    /** Changes a row of the table, which adds an SSTable. */
    private static void change(TieredCache cache, String sstable, int row) {
        CachedTable table = cache.table(ID);
        try (TableChange change = cache.begin(table)) {
            cache.drop(key(table, row));
            change.commit(List.of(sstable), List.of());
        }
    }

    private static long admitted(TieredCache cache) {
        return stats(cache).movement().admitted();
    }
}
