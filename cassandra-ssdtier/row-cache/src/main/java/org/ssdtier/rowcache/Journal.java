package org.ssdtier.rowcache;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.device.Storage;

/**
 * The journal of the changes of the tables since the last checkpoint of the index. After a crash it determines which
 * records on the SSD still count.
 *
 * <p>One thread writes. Callers queue their records, in order for each table, and wait until they are durable, for at
 * most {@value #WAIT_MILLIS} ms. A table whose record failed or was not durable in time writes no further record, so
 * its SSTables do not match at the next start. While a write hangs, no caller waits for the journal. A failed record is
 * overwritten by the next.
 *
 * <p>Losing any records at the end is harmless. Either a table's SSTables at a start are then not those of the journal,
 * or they are those of an earlier moment, and no image made after that moment counts.
 */
final class Journal implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(Journal.class);
    private static final long WAIT_MILLIS = 1000;
    private static final long WARNING_PERIOD_NANOS = 600_000_000_000L;

    /** The result of a switch to a new file: its number, and the tables known when it begins. */
    record Switched(long number, List<JournalRecord> tables) {}

    private final Storage storage;
    private final LongSupplier nanoClock;
    private final @Nullable ExecutorService thread;
    private final RateLimitedWarning warning;
    private final int stampBase;
    private final Map<UUID, JournalTable> tables = new HashMap<>();
    private final Map<UUID, CachedTable> owners = new ConcurrentHashMap<>();
    private final AtomicInteger queued = new AtomicInteger();
    /** The time at which the queue last made progress: it was empty, or a task began or ended. */
    private volatile long lastProgressNanos;

    private volatile JournalPosition position;
    private volatile long appendedBytes;
    private volatile boolean abandoned;
    private JournalFile file;

    private Journal(Storage storage, JournalFile file, @Nullable ThreadFactory threads, LongSupplier nanoClock) {
        this.storage = storage;
        this.file = file;
        this.stampBase = file.fields().stampBase();
        this.nanoClock = nanoClock;
        this.warning = new RateLimitedWarning(logger, nanoClock, WARNING_PERIOD_NANOS);
        this.thread = threads == null ? null : Executors.newSingleThreadExecutor(Journal::daemon);
        this.position = new JournalPosition(file.fields().number(), file.end());
    }

    /**
     * Begins a new file of the journal, durably.
     *
     * @param threads null if the callers write on their own threads
     */
    static Journal start(
            Storage storage, JournalDescriptor.Fields fields, @Nullable ThreadFactory threads, LongSupplier nanoClock)
            throws IOException {
        return new Journal(storage, JournalFile.create(storage, fields), threads, nanoClock);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "ssd-row-cache-journal");
        thread.setDaemon(true);
        return thread;
    }

    /** Continues a recovered table. To be called before any records are submitted. */
    synchronized void resume(CachedTable owner, JournalTable recovered) {
        int base = stampBase;
        tables.put(owner.id(), recovered.resumed(base, owner.deadImages()));
        owners.put(owner.id(), owner);
        owner.changes().startJournal(base);
    }

    /** A task that writes queued records to the device. */
    final class Submission implements Runnable {
        private final CachedTable table;
        private final List<JournalRecord> records;
        private final CountDownLatch done = new CountDownLatch(1);
        private volatile boolean written;

        private Submission(CachedTable table, List<JournalRecord> records) {
            this.table = table;
            this.records = records;
        }

        @Override
        public void run() {
            written = write(table, records);
        }

        /** Waits until the records are durable. Returns false if they failed or were not durable in time. */
        boolean await() {
            return awaited(done) && written;
        }
    }

    /**
     * Queues records of a table. Called with the monitor of its changes held, so that the records are queued in order.
     * They are refused while a write hangs, and if the table is retired: another may be in the journal under its ID.
     */
    Submission submit(CachedTable table, List<JournalRecord> records) {
        assert Thread.holdsLock(table.changes()) : "the records of a table could be queued out of order";
        assert !records.isEmpty() : "table=" + table.id() + ": no records";
        Submission submission = new Submission(table, records);
        if (abandoned || table.isRetired() || isStalled() || !execute(submission, submission.done)) {
            submission.done.countDown();
            table.changes().giveUp();
        }
        return submission;
    }

    /** Queues a record of what the table's images depend on since its last record. Does not wait. */
    void note(CachedTable table) {
        synchronized (table.changes()) {
            if (table.changes().isJournaled()) {
                submit(table, JournalRecords.note(table));
            }
        }
    }

    /** Removes a dropped table, so that no later checkpoint contains it. Does not wait. */
    void forget(UUID table) {
        owners.remove(table);
        execute(() -> remove(table), new CountDownLatch(1));
    }

    /**
     * Begins a new file. It continues from a checkpoint that is taken after this method has returned.
     *
     * @param stampLimit stamp above those of all records in the log until the next file begins
     * @throws IOException if the file cannot be written, or not in time
     */
    Switched switchFile(int stampLimit) throws IOException {
        CountDownLatch done = new CountDownLatch(1);
        Object[] result = {new IOException("timed out after ms=" + WAIT_MILLIS)};
        boolean isQueued = execute(
                () -> {
                    try {
                        result[0] = doSwitch(stampLimit);
                    } catch (IOException | RuntimeException | OutOfMemoryError e) {
                        result[0] = e;
                    }
                },
                done);
        if (!isQueued || !awaited(done) || !(result[0] instanceof Switched)) {
            throw new IOException("cannot begin a new journal file: " + result[0]);
        }
        return (Switched) result[0];
    }

    /** Returns the stamp base of its files. Stamps of the tables that are declared are above it. */
    int stampBase() {
        return stampBase;
    }

    /** Returns the position up to which the journal is durable. */
    JournalPosition position() {
        return position;
    }

    /** Returns the number of bytes appended since the start. */
    long appendedBytes() {
        return appendedBytes;
    }

    /** Returns whether the journal is no longer written, so that the next start after a crash is cold. */
    boolean isAbandoned() {
        return abandoned;
    }

    /** Abandons the journal: later changes are not recorded, and after a crash no image counts. */
    void abandon(String why) {
        if (!abandoned) {
            abandoned = true;
            logger.warn("Row cache on SSD would be cold after a crash: {}", why);
            owners.values().forEach(table -> table.changes().giveUp()); // not synchronized: a hanging write may hold it
        }
    }

    /** Deletes every file with a smaller number, which a checkpoint has made superfluous. */
    void deleteBefore(long number) throws IOException {
        JournalChain.delete(storage, number);
    }

    /** Ends the thread and closes the file. Idempotent. */
    @Override
    public void close() {
        abandoned = true;
        if (thread != null) {
            thread.shutdown();
            try {
                if (!thread.awaitTermination(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                    logger.warn("Row cache journal thread did not end within ms={}", WAIT_MILLIS);
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        synchronized (this) {
            try {
                file.close();
            } catch (IOException e) {
                logger.debug("closing failed", e);
            }
        }
    }

    // ---- private ----

    /**
     * Queues a task.
     *
     * @param done latch that is counted down once the task has ended and no longer counts as queued
     * @return false if the journal was closed meanwhile, or no thread can be started
     */
    private boolean execute(Runnable task, CountDownLatch done) {
        if (queued.get() == 0) {
            // otherwise a thread that is just waking up would appear to have hung since its last task
            lastProgressNanos = nanoClock.getAsLong();
        }
        queued.incrementAndGet();
        Runnable counted = () -> {
            lastProgressNanos = nanoClock.getAsLong();
            try {
                task.run();
            } finally {
                lastProgressNanos = nanoClock.getAsLong();
                queued.decrementAndGet();
                done.countDown();
            }
        };
        if (thread == null) {
            counted.run();
            return true;
        }
        try {
            thread.execute(counted);
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError notQueued) {
            queued.decrementAndGet();
            return false;
        }
    }

    private boolean isStalled() {
        return queued.get() > 0
                && nanoClock.getAsLong() - lastProgressNanos > TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS);
    }

    private synchronized boolean write(CachedTable owner, List<JournalRecord> records) {
        if (abandoned || !isContinued(owner, records)) {
            return false;
        }
        try {
            assert isAtTheEnd() : "position=" + position + " end=" + file.end();
            for (JournalRecord record : records) {
                file.append(record);
            }
            file.force();
        } catch (IOException
                | RuntimeException
                | AssertionError
                | OutOfMemoryError e) { // the last one outside the heap
            file.rewind();
            tables.remove(owner.id());
            warning.say(
                    "Row cache on SSD cannot write its journal; a table that changes now would be cold after a crash: "
                            + e);
            owner.changes().giveUp();
            return false;
        }
        appendedBytes += file.end() - (position.number() == file.fields().number() ? position.end() : 0);
        position = new JournalPosition(file.fields().number(), file.end());
        return follow(owner, records);
    }

    /** Returns whether nothing was appended to the file since the last records that are durable. */
    private boolean isAtTheEnd() {
        return position.number() == file.fields().number() && position.end() == file.end();
    }

    /**
     * Returns whether the records continue those written so far. Records behind a lost one may already be queued; they
     * must not be written, because the content of the lost one would be missing.
     */
    private boolean isContinued(CachedTable owner, List<JournalRecord> records) {
        JournalTable table = tables.get(owner.id());
        return (table != null && table.isKnown()) || records.get(0).kind() == JournalRecord.Kind.TABLE;
    }

    private boolean follow(CachedTable owner, List<JournalRecord> records) {
        int base = stampBase;
        JournalTable table = tables.computeIfAbsent(owner.id(), id -> new JournalTable(id, base));
        owners.put(owner.id(), owner);
        for (JournalRecord record : records) {
            table.apply(record);
        }
        if (!table.isKnown()) {
            logger.debug("table={}: an SSTable was removed that had not been added", owner.id());
            owner.changes().giveUp();
            return false;
        }
        owner.changes().setSafe(table.safe());
        return true;
    }

    private synchronized void remove(UUID table) {
        tables.remove(table);
    }

    private synchronized Switched doSwitch(int stampLimit) throws IOException {
        if (abandoned) {
            throw new IOException("the journal was abandoned");
        }
        JournalDescriptor.Fields old = file.fields();
        JournalFile next = JournalFile.create(
                storage,
                new JournalDescriptor.Fields(
                        old.instanceId(),
                        old.number() + 1,
                        old.number(),
                        file.end(),
                        JournalDescriptor.Origin.CONTINUED,
                        stampBase,
                        stampLimit,
                        old.identity()));
        file.close();
        file = next;
        position = new JournalPosition(next.fields().number(), next.end());
        appendedBytes += next.end();
        List<JournalRecord> known = new ArrayList<>();
        for (JournalTable table : tables.values()) {
            CachedTable owner = owners.get(table.id());
            if (table.isKnown() && owner != null && owner.changes().isJournaled()) {
                table.clearCompactions();
                known.add(table.saved());
            }
        }
        return new Switched(next.fields().number(), known);
    }

    private boolean awaited(CountDownLatch done) {
        boolean interrupted = false;
        long deadline = nanoClock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS);
        try {
            while (true) {
                try {
                    return done.await(deadline - nanoClock.getAsLong(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
