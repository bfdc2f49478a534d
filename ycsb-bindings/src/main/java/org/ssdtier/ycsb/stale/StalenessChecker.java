package org.ssdtier.ycsb.stale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A checker that detects reads which return content overwritten, deleted or erased before they began. Every row has one
 * writer, which writes ascending versions. Readers continuously read rows, partitions and slices and judge each row
 * against the versions that had been acknowledged when the read began. Can run beside any other load, on a store of its
 * own.
 *
 * <p>The store may become unavailable for a time, as a node that is killed and restarted does:
 *
 * <pre>
 * checker.beginOutage();   // no more requests are sent; those in flight may fail
 * node.kill();
 * checker.awaitQuiet();
 * node.start();
 * checker.settle();        // reads every row; the state read decides undecided events
 * checker.endOutage();
 * </pre>
 */
public final class StalenessChecker implements AutoCloseable {
    private static final int KEPT_VIOLATIONS = 20;

    private final StalenessOptions options;
    private final VersionStore store;
    private final List<Disturbance> disturbances;
    private final History history;

    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch filled;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch mutatorsEnded;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicReference<@Nullable StoreException> fillFailure = new AtomicReference<>();
    private final Object erasing = new Object();
    private final Gate gate = new Gate();
    private final AtomicInteger activeOutages = new AtomicInteger();
    private final AtomicLong endedOutages = new AtomicLong();
    private volatile long startNanos;
    private volatile long endNanos;

    private final LongAdder reads = new LongAdder();
    private final LongAdder rowsChecked = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder deletes = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder ghost = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder toleratedFailures = new LongAdder();
    private final LongAdder settledRows = new LongAdder();
    private final Map<String, LongAdder> disturbed = new ConcurrentHashMap<>();
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());

    private StalenessChecker(StalenessOptions options, VersionStore store, List<Disturbance> disturbances) {
        this.options = options;
        this.store = store;
        this.disturbances = List.copyOf(disturbances);
        this.history = new History(options.cells(), options.deleteOneIn(), options.seed());
        this.filled = new CountDownLatch(options.writerPaces().size());
        this.mutatorsEnded = new CountDownLatch(options.writerPaces().size() + disturbances.size());
    }

    /**
     * Writes every row once, then starts writers, readers and disturbances. The caller closes the checker and,
     * separately, the store.
     *
     * @param store an empty store
     * @throws StoreException if a row could not be written
     * @throws InterruptedException if the calling thread is interrupted; all threads have been stopped by then
     */
    public static StalenessChecker start(StalenessOptions options, VersionStore store, List<Disturbance> disturbances)
            throws StoreException, InterruptedException {
        StalenessChecker checker = new StalenessChecker(options, store, disturbances);
        try {
            checker.startThreads();
            return checker;
        } catch (StoreException | InterruptedException e) {
            checker.close();
            throw e;
        }
    }

    private void startThreads() throws StoreException, InterruptedException {
        for (int i = 0; i < options.writerPaces().size(); i++) {
            launch("stale-writer-" + i, new Writer(this, i));
        }
        filled.await();
        startNanos = System.nanoTime();
        StoreException failure = fillFailure.get();
        if (failure != null) {
            disturbances.forEach(d -> mutatorsEnded.countDown());
            throw failure;
        }
        for (Disturbance disturbance : disturbances) {
            launch("stale-" + disturbance.name(), () -> disturb(disturbance));
        }
        for (int i = 0; i < options.readers(); i++) {
            launch("stale-reader-" + i, new Reader(this, i));
        }
    }

    private void launch(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Returns the results so far. */
    public StalenessReport report() {
        Map<String, Long> counts = new ConcurrentHashMap<>();
        disturbed.forEach((name, count) -> counts.put(name, count.sum()));
        long end = endNanos == 0 ? System.nanoTime() : endNanos;
        synchronized (violations) {
            return new StalenessReport(
                    (end - startNanos) / 1e9,
                    reads.sum(),
                    rowsChecked.sum(),
                    writes.sum(),
                    deletes.sum(),
                    stale.sum(),
                    lost.sum(),
                    ghost.sum(),
                    failures.sum(),
                    toleratedFailures.sum(),
                    counts,
                    violations);
        }
    }

    /** Stops the writers, reads every row once more, stops the readers, and returns the results. */
    public StalenessReport stop() throws InterruptedException {
        close();
        return report();
    }

    /** Stops the checker, as {@link #stop} does. */
    @Override
    public void close() throws InterruptedException {
        stopping.countDown();
        gate.open();
        for (Thread thread : threads) {
            thread.join();
        }
        if (closed.compareAndSet(false, true)) {
            endNanos = System.nanoTime();
        }
    }

    // --- An outage of the store ---

    /**
     * Blocks new requests until {@link #endOutage}; those in flight may fail from now on. Returns immediately.
     */
    public void beginOutage() {
        activeOutages.incrementAndGet();
        gate.close();
    }

    /** Waits until no request is in flight. */
    public void awaitQuiet() throws InterruptedException {
        gate.awaitEmpty();
    }

    /**
     * Reads every row of the restarted store, and judges it as usual. The state read decides undecided events: if a
     * later read contradicts it, that is a violation. A request that fails is a failure.
     *
     * @return the number of rows whose events were undecided
     */
    public long settle() {
        long before = settledRows.sum();
        activeOutages.decrementAndGet();
        try {
            Reader reader = new Reader(this, 0);
            for (int partition = 0; partition < options.partitions(); partition++) {
                reader.settle(partition);
            }
        } finally {
            activeOutages.incrementAndGet();
        }
        return settledRows.sum() - before;
    }

    /** Resumes requests. */
    public void endOutage() {
        endExcuse();
        gate.open();
    }

    /** Increments before it decrements, so that a request that failed earlier sees at least one of the two. */
    private void endExcuse() {
        endedOutages.incrementAndGet();
        activeOutages.decrementAndGet();
    }

    // --- For writers and readers ---

    StalenessOptions options() {
        return options;
    }

    VersionStore store() {
        return store;
    }

    History history() {
        return history;
    }

    boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Waits up to {@code nanos}; returns true if the checker is stopping. */
    boolean pause(long nanos) throws InterruptedException {
        return stopping.await(nanos, TimeUnit.NANOSECONDS);
    }

    void fillEnded(@Nullable StoreException failure) {
        if (failure != null) {
            fillFailure.compareAndSet(null, failure);
        }
        filled.countDown();
    }

    void writerEnded() {
        mutatorsEnded.countDown();
    }

    void awaitWriters() throws InterruptedException {
        mutatorsEnded.await();
    }

    void written(boolean delete) {
        (delete ? deletes : writes).increment();
    }

    void read(int rows) {
        reads.increment();
        rowsChecked.add(rows);
    }

    Gate gate() {
        return gate;
    }

    /** Returns a mark to be taken before a request; {@link #failed} tolerates a failure if an outage overlapped it. */
    long outageMark() {
        return activeOutages.get() > 0 ? -1 : endedOutages.get();
    }

    void failed(String what, Throwable cause, long outageMark) {
        if (activeOutages.get() > 0 || endedOutages.get() != outageMark) {
            toleratedFailures.increment();
        } else {
            failures.increment();
            note(what + " failed: " + cause);
        }
    }

    void settled(int cell, long observed) {
        if (history.isUndecided(cell)) {
            settledRows.increment();
        }
        history.settle(cell, observed);
    }

    void violated(History.Verdict verdict, String what) {
        switch (verdict) {
            case STALE -> stale.increment();
            case LOST -> lost.increment();
            case GHOST -> ghost.increment();
            case RIGHT -> throw new AssertionError(what);
        }
        note(verdict + ": " + what);
    }

    private void note(String violation) {
        synchronized (violations) {
            if (violations.size() < KEPT_VIOLATIONS && !violations.contains(violation)) {
                violations.add(violation);
            }
        }
    }

    // --- Disturbances ---

    private void disturb(Disturbance disturbance) {
        try {
            while (!pause(disturbance.period().toNanos())) {
                disturbNow(disturbance);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            writerEnded();
        }
    }

    /**
     * Executes a disturbance once, in addition to the repeated ones; returns when it has ended or failed.
     *
     * @return whether it was completed
     */
    public boolean disturbNow(Disturbance disturbance) {
        LongAdder count = disturbed.computeIfAbsent(disturbance.name(), n -> new LongAdder());
        gate.enter();
        long outageMark = outageMark();
        try {
            disturbOnce(disturbance);
            count.increment();
            return true;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            failed(disturbance.name(), e, outageMark);
            return false;
        } finally {
            gate.leave();
        }
    }

    private void disturbOnce(Disturbance disturbance) throws Exception {
        if (disturbance.effect() == Disturbance.Effect.NONE) {
            disturbance.action().run();
            return;
        }
        synchronized (erasing) {
            boolean recreates = disturbance.effect() == Disturbance.Effect.RECREATES;
            if (recreates) {
                activeOutages.incrementAndGet();
            }
            long[] before = history.beginErasure();
            boolean done = false;
            try {
                disturbance.action().run();
                done = true;
            } finally {
                history.endErasure(before, done);
                if (recreates) {
                    endExcuse();
                }
            }
        }
    }
}
