package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.rowcache.StartComparison.Outcome;
import org.ssdtier.rowcache.index.HashKey;
import org.ssdtier.rowcache.index.KeyHashes;
import org.ssdtier.segmentlog.checks.Polling;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.HookStorage;

/** Lost journal records and failed starts: no row that a change has touched may answer after a crash. */
@Tag("crash")
@Timeout(120)
class JournalFaultTest extends JournaledCache {
    /**
     * The index that the second life loads still has the row touched by the lost record; the later declaration makes it
     * dead. Checked by removal: if the second life does not keep that in its checkpoint, the row answers in the third.
     */
    @Test
    void recordLost_tableDeclaredAnew_killedTwice_touchedRowStaysDead() {
        TieredCache killed = filled();
        saveIndex(killed);
        CachedTable table = killed.table(ID);
        try (TableChange change = killed.begin(table)) {
            killed.drop(key(table, 1));
            table.changes().giveUp();
            change.commit(List.of("second"), List.of());
        }
        killed.journaled().declare(table, BOTH);
        TieredCache again = open();
        settle(again);
        assertEquals(Outcome.SAME, reconcile(again, BOTH));
        saveIndex(again);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, BOTH));
            assertEquals(-1, value(next, key(next.table(ID), 1)));
        }
    }

    /**
     * The remains of records that were discarded together begin where a later record ends. Checked by removal: if
     * records do not contain the checksum of their predecessor, a discarded record is read again.
     */
    @Test
    void recordsOfOneChangeLost_laterOnesEndWhereTheSecondBegan_theyStayLost() throws IOException {
        JournalDescriptor.Fields fields = new JournalDescriptor.Fields(
                1, 1, 0, 0, JournalDescriptor.Origin.EMPTY, 1, 1 << 24, ByteBuffer.wrap(TestCache.IDENTITY));
        List<Integer> written = new ArrayList<>();
        try (JournalFile file = JournalFile.create(storage, fields)) {
            long start = file.end();
            file.append(record(1, new KeyHashes(new long[JournalDescriptor.HEADER_BYTES / Long.BYTES])));
            long second = file.end();
            file.append(record(2, KeyHashes.NONE));
            file.rewind();
            assertEquals(start, file.end());
            for (int number = 3; file.end() < second; number++) {
                file.append(record(number, KeyHashes.NONE));
                written.add(number);
            }
            file.force();
        }
        List<Integer> read = new ArrayList<>();
        JournalFile.read(storage, 1, Long.MAX_VALUE, record -> read.add(record.number()));
        assertEquals(written, read);
    }

    /**
     * Two changes overlap. The record of the first contains keys of the second, and fails when the record of the second
     * is already queued. Checked by removal: if the second record is written, its row answers.
     */
    @Test
    void recordLost_laterOneOfTheTableIsQueued_itIsNotWritten() throws Exception {
        TieredCache filled = filled();
        saveIndex(filled);
        filled.close();
        long checkpoint = JournalChain.nextNumber(storage) + 1;
        CountDownLatch queued = new CountDownLatch(1);
        TieredCache killed = TestCache.open(
                storage, System::nanoTime, options -> options.ssd(ssd()).threads(Thread::new));
        assertEquals(Outcome.SAME, reconcile(killed, FIRST));
        awaitOldest(checkpoint);
        CachedTable table = killed.table(ID);
        TableChange first = killed.begin(table);
        TableChange second = killed.begin(table);
        killed.drop(key(table, 1));
        CountDownLatch writing = failFirstWriteAfter(queued);
        Thread committing = new Thread(() -> first.commit(List.of("of the first"), List.of()));
        committing.start();
        writing.await();
        Thread following = new Thread(() -> second.commit(List.of("of the second"), List.of()));
        following.start();
        Polling.value("the commit waits", following::getState, Thread.State.TIMED_WAITING::equals);
        queued.countDown();
        committing.join();
        following.join();
        killed.close();
        try (TieredCache next = open()) {
            settle(next);
            List<String> atStart = List.of("first", "of the first", "of the second");
            CachedTable again = next.table(ID);
            StartComparison comparison = next.journaled().reconcile(again, atStart, atStart);
            assertEquals(Outcome.GREW, comparison.outcome());
            next.accept(again, comparison, () -> {
                if (comparison.unknown().contains("of the second")) {
                    next.drop(key(again, 1));
                }
            });
            assertEquals(-1, value(next, key(again, 1)));
            assertEquals(2, value(next, key(again, 2)));
        }
    }

    /**
     * The index of a clean stop is older than the journal if a start was killed between its first change and the mark
     * of that change in the manifest. Checked by removal: if the next life continues that journal and saves the index
     * before the table is confirmed, the row answers in the life after it.
     */
    @Test
    void killedRightAfterTheFirstChange_nextStartFails_touchedRowStaysDead() {
        filled().cleanStop(TestCache.IDENTITY, id -> DIGEST);
        TieredCache killed = open();
        settle(killed);
        killed.confirm(killed.table(ID), DIGEST);
        assertEquals(Outcome.SAME, reconcile(killed, FIRST));
        try (TableChange change = killed.begin(killed.table(ID))) {
            killed.drop(key(killed.table(ID), 1));
            change.commit(List.of("second"), List.of());
        }
        TieredCache failed = open();
        settle(failed);
        publish(failed, key(failed.table(new UUID(3, 4)), 1), 1);
        evict(failed);
        settle(failed);
        try (TieredCache next = open()) {
            settle(next);
            next.confirm(next.table(ID), new byte[] {2});
            reconcile(next, BOTH);
            assertEquals(-1, value(next, key(next.table(ID), 1)));
        }
    }

    /**
     * The manifest cannot be written at the first change, a checkpoint follows, and the start after the kill fails: its
     * index is that of the clean stop, which is older than the checkpoint's tables. Checked by removal: if the
     * checkpoint is completed before the manifest is written, the row answers in the life after the second kill.
     */
    @Test
    void manifestCannotBeWritten_atTheFirstChange_failedStartAndTwoKills_touchedRowStaysDead() {
        filled().cleanStop(TestCache.IDENTITY, id -> DIGEST);
        TieredCache killed = open();
        settle(killed);
        killed.confirm(killed.table(ID), DIGEST);
        assertEquals(Outcome.SAME, reconcile(killed, FIRST));
        fail("manifest");
        try (TableChange change = killed.begin(killed.table(ID))) {
            killed.drop(key(killed.table(ID), 1));
            change.commit(List.of("second"), List.of());
        }
        saveIndex(killed);
        storage.calm();
        TieredCache failed = open();
        settle(failed);
        publish(failed, key(failed.table(new UUID(3, 4)), 1), 1);
        evict(failed);
        settle(failed);
        try (TieredCache next = open()) {
            settle(next);
            next.confirm(next.table(ID), new byte[] {2});
            reconcile(next, BOTH);
            assertEquals(-1, value(next, key(next.table(ID), 1)));
        }
    }

    /**
     * A manifest whose write failed once is written later. Checked by removal: without a retry the manifest keeps
     * saying that the stop was clean.
     */
    @Test
    void manifestCannotBeWritten_once_itIsMarkedOpenLater() {
        filled().cleanStop(TestCache.IDENTITY, id -> DIGEST);
        TieredCache cache = open();
        settle(cache);
        cache.confirm(cache.table(ID), DIGEST);
        assertEquals(Outcome.SAME, reconcile(cache, FIRST));
        fail("manifest");
        try (TableChange change = cache.begin(cache.table(ID))) {
            cache.drop(key(cache.table(ID), 1));
            change.commit(List.of("second"), List.of());
        }
        settle(cache);
        assertTrue(storage.names().contains(SnapshotDescriptor.NAME));
        storage.calm();
        clock.advanceSeconds(1);
        settle(cache);
        assertFalse(storage.names().contains(SnapshotDescriptor.NAME));
        cache.close();
    }

    /**
     * A flush during commit log replay comes before the table is confirmed. Checked by removal: if the table is
     * declared for that flush, rows that changed while the node ran without the cache answer after a kill.
     */
    @Test
    void flushBeforeTheTableIsConfirmed_thenKill_rowChangedWhileTheCacheWasClosedStaysDead() {
        TieredCache stopped = TestCache.open(storage, clock, options -> options);
        settle(stopped);
        fill(stopped, 0, ROWS);
        stopped.cleanStop(TestCache.IDENTITY, id -> DIGEST);
        TieredCache failed = open();
        settle(failed);
        CachedTable table = failed.table(ID);
        failed.journaled().declare(table, BOTH);
        try (TableChange change = failed.begin(table)) {
            failed.drop(key(table, 2));
            change.commit(List.of("third"), List.of());
        }
        saveIndex(failed);
        try (TieredCache next = open()) {
            settle(next);
            reconcile(next, List.of("first", "second", "third"));
            assertEquals(-1, value(next, key(next.table(ID), 1)));
        }
    }

    /**
     * The device lost the record of a change although it had reported the record as synced; the next file reveals it.
     * Checked by removal: if the end of the previous file is not checked, the row answers.
     */
    @Test
    void deviceHasLostASyncedRecord_theNextFileSaysSo_isCold() throws IOException {
        TieredCache killed = filled();
        saveIndex(killed);
        try (TableChange change = killed.begin(killed.table(ID))) {
            killed.drop(key(killed.table(ID), 1));
            change.commit(List.of(), List.of());
        }
        long last = JournalChain.nextNumber(storage) - 1;
        killed.close();
        open().close();
        loseRecords(last);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.NEW, reconcile(next, FIRST));
            assertEquals(-1, value(next, key(next.table(ID), 1)));
        }
    }

    /**
     * Checked by removal: unless further stamps are reserved, the stamps of the next life are not above those in the
     * log, and the row answers.
     */
    @Test
    void moreChangesThanStampsReserved_thenTwoKills_touchedRowStaysDead() {
        TieredCache killed = open();
        settle(killed);
        assertEquals(Outcome.NEW, reconcile(killed, FIRST));
        for (int change = 0; change < (1 << 24) + 10; change++) {
            killed.table(ID).purge();
        }
        fill(killed, 0, ROWS);
        fill(killed, ROWS, BUFFERED);
        TieredCache again = open();
        assertEquals(Outcome.SAME, reconcile(again, FIRST));
        try (TableChange change = again.begin(again.table(ID))) {
            again.drop(key(again.table(ID), 1));
            change.commit(List.of("second"), List.of());
        }
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, BOTH));
            assertEquals(-1, value(next, key(next.table(ID), 1)));
            assertEquals(2, value(next, key(next.table(ID), 2)));
        }
    }

    /** The memory of a start is bounded. Checked by removal: without the bound the journal is read. */
    @Test
    void journalNamesMoreKeysThanAllowed_isRefused() throws IOException {
        TieredCache killed = filled();
        CachedTable table = killed.table(ID);
        try (TableChange change = killed.begin(table)) {
            killed.drop(key(table, 1));
            killed.drop(key(table, 2));
            change.commit(List.of("second"), List.of());
        }
        long instance = JournalFile.readHeader(storage, JournalChain.nextNumber(storage) - 1)
                .instanceId();
        HashKey hashKey = HashKeyFile.openOrCreate(storage, () -> 0);
        ByteBuffer identity = ByteBuffer.wrap(hashKey.identify(TestCache.IDENTITY));
        try (JournalChain read = JournalChain.read(storage, instance, identity, 2)) {
            assertEquals(2, read.touched().size());
        }
        IOException refused = assertThrows(IOException.class, () -> JournalChain.read(storage, instance, identity, 1));
        assertEquals("it names more keys than allowed: 1", refused.getMessage());
    }

    /** A failed recovery loses the existing rows, but not those written in the life after it. */
    @Test
    void recoveryFails_thenKill_isWarmWithWhatCameSince() throws IOException {
        TieredCache killed = filled();
        saveIndex(killed);
        damageCheckpoint();
        TieredCache cold = open();
        settle(cold);
        reconcile(cold, FIRST);
        assertEquals(-1, value(cold, key(cold.table(ID), 1)));
        cold.journaled().declare(cold.table(ID), FIRST);
        fill(cold, 0, ROWS);
        fill(cold, ROWS, BUFFERED);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, FIRST));
            assertEquals(1, value(next, key(next.table(ID), 1)));
        }
    }

    // ---- private ----

    /** Flips a bit of the index in each checkpoint. */
    private void damageCheckpoint() throws IOException {
        for (String name : storage.names()) {
            if (CheckpointDescriptor.numberOf(name) >= 0) {
                Device device = storage.raw(name);
                ByteBuffer page = AlignedBuffers.allocate(Device.PAGE_BYTES);
                long position = 2L * Device.PAGE_BYTES;
                device.read(page, position);
                page.put(0, (byte) (page.get(0) ^ 1));
                device.write(page.clear(), position);
            }
        }
    }

    private void loseRecords(long number) throws IOException {
        Device device = storage.raw(JournalDescriptor.name(number));
        ByteBuffer nothing = AlignedBuffers.allocate(Device.PAGE_BYTES);
        device.write(nothing, JournalDescriptor.HEADER_BYTES);
    }

    /**
     * Makes the next write of the journal wait and then fail. Returns a latch that is counted down when the write
     * begins.
     */
    private CountDownLatch failFirstWriteAfter(CountDownLatch latch) {
        CountDownLatch writing = new CountDownLatch(1);
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) throws IOException {
                if (device.startsWith("journal") && writing.getCount() > 0) {
                    writing.countDown();
                    try {
                        latch.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    throw new IOException("disturbed");
                }
            }
        });
        return writing;
    }

    /** Waits for the checkpoint that follows a recovery; after that, nothing else writes to the journal. */
    private void awaitOldest(long number) {
        Polling.until("no journal before " + number, () -> storage.names().stream()
                .mapToLong(JournalDescriptor::numberOf)
                .noneMatch(n -> n >= 0 && n < number));
    }

    private static JournalRecord record(int number, KeyHashes hashes) {
        DeadImages dead = new DeadImages(0, List.of());
        return new JournalRecord(JournalRecord.Kind.CHANGE, ID, number, 0, dead, List.of(), List.of(), hashes);
    }
}
