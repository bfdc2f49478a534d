package org.ssdtier.ycsb.stale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Looks for reads that return what had been overwritten, deleted or erased before they began. Every row has one writer,
 * which puts a rising version into it; readers read rows, partitions and slices all the time and judge each row against
 * what had been acknowledged when they began. Runs beside any other load, on a store of its own.
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
    private final CountDownLatch writersEnded;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicReference<@Nullable StoreException> fillFailure = new AtomicReference<>();
    private final Object erasing = new Object();
    private final AtomicLong recreations = new AtomicLong();
    private volatile boolean recreating;
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
    private final Map<String, LongAdder> disturbed = new ConcurrentHashMap<>();
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());

    private StalenessChecker(StalenessOptions options, VersionStore store, List<Disturbance> disturbances) {
        this.options = options;
        this.store = store;
        this.disturbances = List.copyOf(disturbances);
        this.history = new History(options.cells(), options.deleteOneIn(), options.seed());
        this.filled = new CountDownLatch(options.writerPaces().size());
        this.writersEnded = new CountDownLatch(options.writerPaces().size() + disturbances.size());
    }

    /**
     * Writes every row once, then starts writers, readers and disturbances. The caller closes what it gets; the store
     * stays the caller's.
     *
     * @param store empty
     * @throws StoreException if a row could not be written
     * @throws InterruptedException if the calling thread is interrupted; everything has then been stopped
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
            disturbances.forEach(d -> writersEnded.countDown());
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

    /** What has been seen so far. */
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

    /** Stops the writers, reads every row once more, stops the readers, and returns what has been seen. */
    public StalenessReport stop() throws InterruptedException {
        close();
        return report();
    }

    /** As {@link #stop}. */
    @Override
    public void close() throws InterruptedException {
        stopping.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        if (closed.compareAndSet(false, true)) {
            endNanos = System.nanoTime();
        }
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

    /** Waits; true if the checker is stopping. */
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
        writersEnded.countDown();
    }

    void awaitWriters() throws InterruptedException {
        writersEnded.await();
    }

    void written(boolean delete) {
        (delete ? deletes : writes).increment();
    }

    void read(int rows) {
        reads.increment();
        rowsChecked.add(rows);
    }

    /** Marks the moment before a request; a failure is judged by what happened since. */
    long recreationsBefore() {
        return recreating ? -1 : recreations.get();
    }

    void failed(String what, Throwable cause, long recreationsBefore) {
        if (recreating || recreations.get() != recreationsBefore) {
            toleratedFailures.increment();
        } else {
            failures.increment();
            note(what + " failed: " + cause);
        }
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
        LongAdder count = disturbed.computeIfAbsent(disturbance.name(), n -> new LongAdder());
        try {
            while (!pause(disturbance.period().toNanos())) {
                try {
                    disturbOnce(disturbance);
                    count.increment();
                } catch (Exception e) {
                    if (e instanceof InterruptedException) {
                        Thread.currentThread().interrupt();
                    }
                    failures.increment();
                    note(disturbance.name() + " failed: " + e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            writerEnded();
        }
    }

    private void disturbOnce(Disturbance disturbance) throws Exception {
        if (disturbance.effect() == Disturbance.Effect.NONE) {
            disturbance.action().run();
            return;
        }
        synchronized (erasing) {
            boolean recreates = disturbance.effect() == Disturbance.Effect.RECREATES;
            recreating = recreates;
            long[] before = history.beginErasure();
            boolean done = false;
            try {
                disturbance.action().run();
                done = true;
            } finally {
                history.endErasure(before, done);
                if (recreates) {
                    recreations.incrementAndGet();
                    recreating = false;
                }
            }
        }
    }
}
