package org.ssdtier.rowcache;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.rowcache.StartComparison.Outcome;
import org.ssdtier.segmentlog.checks.Polling;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;

/**
 * Kills of a cache that keeps a journal: what survived answers, except for what changed. Also checks what happens to
 * the journal itself.
 */
@Tag("crash")
@Timeout(120)
class CrashRestartTest {
    private static final UUID ID = new UUID(1, 2);
    private static final int ROWS = 60;
    /** The number of last rows, which are still in the write buffers and lost by a kill. */
    private static final int BUFFERED = 40;

    private static final List<String> FIRST = List.of("first");
    private static final List<String> SECOND = List.of("second");
    private static final List<String> BOTH = List.of("first", "second");

    private final HookStorage storage = new HookStorage();
    private final TestCache.ManualClock clock = new TestCache.ManualClock();

    @Test
    void kill_afterAChange_isWarmButForItsKeys() {
        TieredCache killed = filled();
        flush(killed, 1);
        evict(killed);
        settle(killed);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(0, hits(next), "nothing answers before the SSTables were compared");
            assertEquals(Outcome.SAME, reconcile(next, BOTH));
            assertEquals(ROWS - 1, hits(next));
        }
    }

    /** Checked by removal: the names of the files have digits that no start recognizes, so that each is cold. */
    @Test
    void kill_underALocaleWithItsOwnDigits_isWarm() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("fa-IR-u-nu-arabext"));
        try {
            kill_afterAChange_isWarmButForItsKeys();
            assertEquals(7, JournalDescriptor.numberOf(JournalDescriptor.name(7)));
            assertEquals(7, CheckpointDescriptor.numberOf(CheckpointDescriptor.name(7)));
            assertTrue(SegmentHeaderDescriptor.isFileName(SegmentHeaderDescriptor.fileName(7)));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void kill_anSSTableIsMissing_isCold() {
        TieredCache killed = filled();
        flush(killed, 1);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.DIFFERENT, reconcile(next, SECOND));
            assertEquals(0, hits(next));
        }
    }

    /**
     * An image published ahead of a flush's sweep has the flush's own number, so the flush's touch does not kill it.
     * Checked by removal: if the writer does not hold the image back until the flush is in the journal, the row from
     * before the flush is served after the crash.
     */
    @Test
    void kill_afterASweepCameToARowPublishedMeanwhile_thatRowIsDead() {
        TieredCache killed = filled();
        CachedTable table = killed.table(ID);
        int swept = ROWS + BUFFERED;
        int notSwept = swept + 1;
        try (TableChange change = killed.begin(table)) {
            table.beginSweep();
            table.sweepTo(swept - 1);
            assertTrue(publish(killed, key(table, swept), swept));
            assertTrue(publish(killed, key(table, notSwept), notSwept));
            evict(killed);
            settle(killed);
            table.sweepTo(swept);
            killed.drop(key(table, swept));
            table.endSweep();
            change.commit(SECOND, List.of());
        }
        settle(killed);
        fill(killed, notSwept + 1, BUFFERED);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, BOTH));
            assertEquals(-1, value(next, key(next.table(ID), swept)));
            assertEquals(notSwept, value(next, key(next.table(ID), notSwept)));
        }
    }

    /** Checked by removal: the journal of a paused tier grows until it is given up, and the start after a kill is cold. */
    @Test
    void pausedWhileMuchChanges_thenKill_theJournalIsShort_andTheStartIsWarm() throws IOException {
        TieredCache killed = filled();
        killed.ssd().pause();
        List<String> sstables = new ArrayList<>(FIRST);
        for (int change = 0; change < 9; change++) {
            try (TableChange flush = killed.begin(killed.table(ID))) {
                for (int row = 0; row < 500_000; row++) {
                    killed.drop(key(killed.table(ID), ROWS + row % 1_000));
                }
                sstables.add("flush" + change);
                flush.commit(List.of("flush" + change), List.of());
            }
            settle(killed);
            clock.advanceSeconds(1);
        }
        long bytes = 0;
        for (String name : storage.names()) {
            bytes += name.startsWith("journal") ? storage.raw(name).size() : 0;
        }
        assertTrue(bytes > 0 && bytes < 24 << 20, "bytes=" + bytes);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, sstables));
            assertEquals(ROWS, hits(next));
        }
    }

    /** A compaction that ends after its table was dropped must not bring the table back. */
    @Test
    void declare_ofADroppedTable_hasNoEffect() {
        try (TieredCache cache = filled()) {
            CachedTable dropped = cache.retired(new UUID(3, 4));
            cache.journaled().declare(dropped, FIRST);
            assertFalse(cache.journaled().contains(dropped));
        }
    }

    /**
     * A change that outlives its table is not one of a new table with its ID. Checked by removal: the record has the dead images of
     * the dropped table, and the purged ones of the new table answer after the crash.
     */
    @Test
    void change_ofADroppedTableWhoseIdIsInUseAgain_isNotInTheJournal() {
        TieredCache killed = filled();
        CachedTable dropped = killed.table(ID);
        killed.forget(ID);
        killed.journaled().declare(killed.table(ID), FIRST);
        fill(killed);
        killed.purge(killed.table(ID));
        killed.purge(dropped);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, FIRST));
            assertEquals(0, hits(next));
        }
    }

    /** Starts that fail repeatedly lose neither the snapshot nor the journal. */
    @Test
    void startsThatFail_thenAKill_isWarm() {
        TieredCache stopped = filled();
        stopped.cleanStop(TestCache.IDENTITY, id -> new byte[] {1});
        for (int start = 0; start < 3; start++) {
            TieredCache failed = open();
            settle(failed);
        }
        TieredCache killed = open();
        settle(killed);
        killed.confirm(killed.table(ID), new byte[] {1});
        assertEquals(Outcome.SAME, reconcile(killed, FIRST));
        assertEquals(ROWS, hits(killed));
        flush(killed, 1);
        settle(killed);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, BOTH));
            assertEquals(ROWS - 1, hits(next));
        }
    }

    /** An erasure empties the log to which the journal belongs, so a new journal begins. */
    @Test
    void erase_thenKill_isWarmWithWhatCameSince() {
        TieredCache killed = filled();
        assertTrue(killed.erase());
        while (killed.ssd().eraseRemainingBytes() > 0) {
            settle(killed);
            clock.advanceSeconds(1);
        }
        killed.journaled().declare(killed.table(ID), FIRST);
        fill(killed);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, FIRST));
            assertEquals(ROWS, hits(next));
        }
    }

    /** A very large flush would otherwise hold all its keys in memory and in the journal. */
    @Test
    void changeOfTooManyKeys_leavesTheJournal_andTheTableIsDeclaredAnew() {
        TieredCache killed = filled();
        CachedTable table = killed.table(ID);
        try (TableChange change = killed.begin(table)) {
            for (int hash = 0; hash <= 1 << 20; hash++) {
                table.changes().touch(hash);
            }
            change.commit(SECOND, List.of());
        }
        assertFalse(killed.journaled().contains(table));
        killed.journaled().declare(table, BOTH);
        clock.advanceSeconds(60);
        settle(killed);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, BOTH));
            assertEquals(ROWS, hits(next));
        }
    }

    /** The first commit waits up to the bound; the others do not wait. */
    @Test
    void commitsWhileTheDeviceHangs_goOn_andAreSeenToBeMissing() throws InterruptedException {
        CountDownLatch hangEnds = new CountDownLatch(1);
        TieredCache hung = TestCache.open(
                storage, System::nanoTime, options -> options.ssd(ssd()).threads(CrashRestartTest::daemon));
        CachedTable table = hung.table(ID);
        reconcile(hung, FIRST);
        awaitJournal(hung, table);
        flush(hung, 1); // the declaration is durable, too
        assertTrue(hung.journaled().contains(table));
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) {
                if (device.startsWith("journal")) {
                    await(hangEnds);
                }
            }
        });
        for (int flush = 0; flush < 50; flush++) {
            try (TableChange change = hung.begin(table)) {
                hung.drop(key(table, 1));
                change.commit(List.of("of the hang " + flush), List.of());
            }
            assertFalse(hung.journaled().contains(table), "flush=" + flush);
            hung.journaled().declare(table, FIRST);
        }
        hangEnds.countDown();
        hung.close();
        try (TieredCache next = open()) {
            settle(next);
            assertNotEquals(Outcome.SAME, reconcile(next, List.of("first", "of the hang 49")));
        }
    }

    /**
     * Simultaneous flushes of two tables after an idle period: the journal's thread has not woken up yet. Checked by
     * removal: if only the thread records the progress of the queue, the second table leaves the journal immediately,
     * as if the device had hung during the idle period.
     */
    @Test
    void commitsOfTwoTablesAtOnce_afterAWhile_areBothInTheJournal() throws InterruptedException {
        CountDownLatch isAboutToWrite = new CountDownLatch(1);
        CountDownLatch mayWrite = new CountDownLatch(1);
        AtomicBoolean isHeld = new AtomicBoolean();
        LongSupplier held = () -> {
            if (isJournal(Thread.currentThread()) && isHeld.get()) {
                isAboutToWrite.countDown();
                await(mayWrite);
            }
            return clock.getAsLong();
        };
        try (TieredCache cache =
                TestCache.open(storage, held, options -> options.ssd(ssd()).threads(CrashRestartTest::daemon))) {
            CachedTable one = cache.table(ID);
            CachedTable other = cache.table(new UUID(3, 4));
            awaitJournal(cache, one);
            awaitJournal(cache, other);
            awaitCheckpoint(cache);
            flush(cache, one);
            flush(cache, other);
            awaitIdleJournal();
            clock.advanceSeconds(5); // the next checkpoint, whose beginning is a task of the journal too, is not due
            isHeld.set(true);
            Thread first = daemon(() -> flush(cache, one));
            first.start();
            isAboutToWrite.await();
            Thread second = daemon(() -> flush(cache, other));
            second.start();
            Set<Thread.State> before = Set.of(Thread.State.NEW, Thread.State.RUNNABLE);
            Polling.value("the thread waits for the journal, or ends", second::getState, now -> !before.contains(now));
            mayWrite.countDown();
            first.join();
            second.join();
            assertTrue(cache.journaled().contains(one));
            assertTrue(cache.journaled().contains(other));
        }
    }

    private static boolean isJournal(Thread thread) {
        return thread.getName().equals("ssd-row-cache-journal");
    }

    /**
     * Waits until the journal's thread is idle. A commit returns before the thread has completely finished the task.
     */
    private static void awaitIdleJournal() {
        Polling.until("the journal's thread is idle", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> isJournal(thread) && thread.getState() == Thread.State.RUNNABLE));
    }

    /** Waits until the checkpoint that the first table wants has begun; the next begins 10 s later at the earliest. */
    private static void awaitCheckpoint(TieredCache cache) {
        Journal journal = requireNonNull(cache.journaled().journal());
        Polling.until("a checkpoint begins", () -> journal.position().number() > 1);
    }

    private static void flush(TieredCache cache, CachedTable table) {
        try (TableChange change = cache.begin(table)) {
            change.commit(List.of("another"), List.of());
        }
    }

    /** Waits until the table is in the journal. The SSD is opened by its own thread. */
    private static void awaitJournal(TieredCache cache, CachedTable table) {
        Polling.until("the table is in the journal", () -> {
            boolean isContained = cache.journaled().contains(table);
            if (!isContained) {
                cache.journaled().declare(table, FIRST);
            }
            return isContained;
        });
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "test");
        thread.setDaemon(true);
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
        fill(cache);
        return cache;
    }

    private static void fill(TieredCache cache) {
        fill(cache, 0, ROWS);
        fill(cache, ROWS, BUFFERED);
    }

    private static void fill(TieredCache cache, int first, int rows) {
        for (int row = first; row < first + rows; row++) {
            publish(cache, key(cache.table(ID), row), row);
        }
        evict(cache);
        settle(cache);
    }

    private static Outcome reconcile(TieredCache cache, List<String> sstables) {
        return cache.journaled().reconcile(cache.table(ID), sstables, sstables).outcome();
    }

    /** Drops the image of a key, because the image does not include the new SSTable's part of it. */
    private static void flush(TieredCache cache, int number) {
        CachedTable table = cache.table(ID);
        try (TableChange change = cache.begin(table)) {
            cache.drop(key(table, number));
            change.commit(SECOND, List.of());
        }
    }

    private static int hits(TieredCache cache) {
        int hits = 0;
        for (int row = 0; row < ROWS; row++) {
            int value = value(cache, key(cache.table(ID), row));
            assertTrue(value == -1 || value == row, "row=" + row + " value=" + value);
            hits += value == row ? 1 : 0;
        }
        return hits;
    }
}
