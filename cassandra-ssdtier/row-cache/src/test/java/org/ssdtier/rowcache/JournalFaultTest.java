package org.ssdtier.rowcache;

import static java.util.Objects.requireNonNull;
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
class JournalFaultTest {
    private static final UUID ID = new UUID(1, 2);
    private static final UUID OTHER = new UUID(3, 4);
    private static final int ROWS = 60;
    /** The number of last rows, which are still in the write buffers and lost by a kill. */
    private static final int BUFFERED = 40;

    private static final int PAUSE_SECONDS = (int) (JournalPause.FIRST_NANOS / 1_000_000_000);
    private static final byte[] DIGEST = {1};
    private static final List<String> FIRST = List.of("first");
    private static final List<String> BOTH = List.of("first", "second");

    private final HookStorage storage = new HookStorage();
    private final TestCache.ManualClock clock = new TestCache.ManualClock();

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

    /** A crash before the first checkpoint of the new journal finds no journal that counts. */
    @Test
    void stampsCannotBeReserved_aNewJournalBegins_killedBeforeItsCheckpoint_isCold() {
        TieredCache killed = withoutJournal();
        fail("checkpoint");
        clock.advanceSeconds(PAUSE_SECONDS);
        settle(killed);
        assertEquals(1, isJournalKept(killed));
        CachedTable table = killed.table(ID);
        killed.journaled().declare(table, FIRST);
        fill(killed, 0, ROWS);
        settle(killed);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.NEW, reconcile(next, FIRST));
            assertEquals(-1, value(next, key(next.table(ID), 1)));
        }
    }

    /**
     * Row 1 changes while there is no journal, row 2 in the new one. Checked by removal: without the pause's end there is no journal,
     * and the start after the kill is cold.
     */
    @Test
    void stampsCannotBeReserved_aNewJournalBegins_killedTwice_touchedRowsStayDead() {
        TieredCache killed = withoutJournal();
        CachedTable table = killed.table(ID);
        killed.journaled().declare(table, FIRST);
        try (TableChange change = killed.begin(table)) {
            killed.drop(key(table, 1));
            change.commit(List.of("second"), List.of());
        }
        clock.advanceSeconds(PAUSE_SECONDS - 1);
        settle(killed);
        assertEquals(0, isJournalKept(killed), "during the pause");
        clock.advanceSeconds(1);
        settle(killed);
        assertEquals(1, isJournalKept(killed));
        killed.journaled().declare(table, BOTH);
        saveIndex(killed);
        try (TableChange change = killed.begin(table)) {
            killed.drop(key(table, 2));
            change.commit(List.of("third"), List.of());
        }
        List<String> all = List.of("first", "second", "third");
        for (int life = 0; life < 2; life++) {
            TieredCache next = open();
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, all));
            assertEquals(-1, value(next, key(next.table(ID), 1)));
            assertEquals(-1, value(next, key(next.table(ID), 2)));
            assertEquals(3, value(next, key(next.table(ID), 3)));
        }
        open().close();
    }

    /** Checked by removal: the stamps of a table that was not in use stay below those of the new journal, and its rows do not count. */
    @Test
    void newJournal_tableWithLowerStamps_isWarm() {
        TieredCache killed = withoutJournal();
        clock.advanceSeconds(PAUSE_SECONDS);
        settle(killed);
        CachedTable other = killed.table(OTHER);
        killed.journaled().declare(other, FIRST);
        saveIndex(killed);
        publish(killed, key(other, 1), 1);
        evict(killed);
        settle(killed);
        fill(killed, ROWS, BUFFERED);
        try (TieredCache next = open()) {
            settle(next);
            CachedTable recovered = next.table(OTHER);
            assertEquals(
                    Outcome.SAME,
                    next.journaled().reconcile(recovered, FIRST, FIRST).outcome());
            assertEquals(1, value(next, key(recovered, 1)));
        }
    }

    /** Checked by removal: the table stays in the journal without what the change has added, and a row of it answers. */
    @Test
    void changeBegunWithoutAJournal_committedWithOne_leavesTheTableOutOfIt() {
        TieredCache killed = withoutJournal();
        CachedTable table = killed.table(ID);
        try (TableChange change = killed.begin(table)) {
            clock.advanceSeconds(PAUSE_SECONDS);
            settle(killed);
            killed.journaled().declare(table, FIRST);
            assertTrue(killed.journaled().contains(table));
            change.commit(List.of("second"), List.of("first"));
            assertFalse(killed.journaled().contains(table));
        }
        killed.close();
    }

    /**
     * Checked by removal: the former journal is read, and the stamps that it has not reserved are used again; if the limit rises before
     * there is a new journal, that happens once the pause is over; if the rows are kept, they take the place of others.
     */
    @Test
    void stampsCannotBeReserved_theJournalCannotBeDeleted_rowsWithSuchStampsAreDropped() {
        TieredCache cache = open();
        settle(cache);
        assertEquals(Outcome.NEW, reconcile(cache, FIRST));
        cache.table(OTHER).raiseStampAbove(1 << 16);
        fill(cache, cache.table(OTHER), 0, ROWS); // a new journal would reserve more stamps than the former one
        cache.table(ID).raiseStampAbove(1 << 24);
        String current = JournalDescriptor.name(lastJournal());
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) throws IOException {
                if (device.startsWith("journal") && !device.equals(current)) {
                    throw new IOException("disturbed");
                }
            }

            @Override
            public void beforeDelete(String device) throws IOException {
                throw new IOException("disturbed");
            }
        });
        for (int attempt = 1; attempt <= 3; attempt++) {
            fill(cache, 0, ROWS);
            assertEquals(0, isJournalKept(cache));
            assertEquals(ROWS, stats(cache).movement().admitted());
            assertEquals(attempt * ROWS, stats(cache).rejections().rejectedState());
            assertEquals(0, stats(cache).content().pendingBytes());
            clock.advanceSeconds(attempt * PAUSE_SECONDS);
            settle(cache);
        }
        fill(cache, cache.table(OTHER), ROWS, ROWS);
        assertEquals(2 * ROWS, stats(cache).movement().admitted(), "with stamps that are reserved");
        storage.calm();
        clock.advanceSeconds(4 * PAUSE_SECONDS);
        settle(cache);
        assertEquals(1, isJournalKept(cache));
        fill(cache, 0, ROWS);
        assertEquals(3 * ROWS, stats(cache).movement().admitted());
        cache.close();
    }

    /** Returns a cache with rows that has given up its journal, because no stamps could be reserved. */
    private TieredCache withoutJournal() {
        TieredCache cache = open();
        settle(cache);
        assertEquals(Outcome.NEW, reconcile(cache, FIRST));
        assertEquals(1, isJournalKept(cache));
        cache.table(ID).raiseStampAbove(1 << 24);
        String current = JournalDescriptor.name(lastJournal());
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) throws IOException {
                if (device.startsWith("journal") && !device.equals(current)) {
                    throw new IOException("disturbed");
                }
            }
        });
        fill(cache, 0, ROWS);
        assertEquals(0, isJournalKept(cache));
        storage.calm();
        return cache;
    }

    private long lastJournal() {
        return storage.names().stream()
                .mapToLong(JournalDescriptor::numberOf)
                .max()
                .orElseThrow();
    }

    private void fail(String devices) {
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) throws IOException {
                if (device.startsWith(devices)) {
                    throw new IOException("disturbed");
                }
            }
        });
    }

    private static SsdStats stats(TieredCache cache) {
        return requireNonNull(cache.stats().ssd());
    }

    private static long isJournalKept(TieredCache cache) {
        return stats(cache).content().journalKept();
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

    private static SsdOptions ssd() {
        return TestCache.ssd().withRecovery(RecoverOnStart.CRASH);
    }

    private TieredCache open() {
        return TestCache.open(storage, clock, options -> options.ssd(ssd()));
    }

    private TieredCache filled() {
        TieredCache cache = open();
        settle(cache);
        assertEquals(Outcome.NEW, reconcile(cache, FIRST));
        fill(cache, 0, ROWS);
        fill(cache, ROWS, BUFFERED);
        return cache;
    }

    private static void fill(TieredCache cache, int first, int rows) {
        fill(cache, cache.table(ID), first, rows);
    }

    private static void fill(TieredCache cache, CachedTable table, int first, int rows) {
        for (int row = first; row < first + rows; row++) {
            publish(cache, key(table, row), row);
        }
        evict(cache);
        settle(cache);
    }

    private static void saveIndex(TieredCache cache) {
        cache.ssd().requestCheckpoint();
        settle(cache);
    }

    private static Outcome reconcile(TieredCache cache, List<String> sstables) {
        return cache.journaled().reconcile(cache.table(ID), sstables, sstables).outcome();
    }
}
