package org.ssdtier.ycsb.stale;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

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
    private final CheckerParts parts;
    private final List<Disturbance> disturbances;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Object erasing = new Object();
    private volatile long startNanos;
    private volatile long endNanos;

    private StalenessChecker(CheckerParts parts, List<Disturbance> disturbances) {
        this.parts = parts;
        this.disturbances = List.copyOf(disturbances);
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
        StalenessChecker checker =
                new StalenessChecker(CheckerParts.create(options, store, disturbances.size()), disturbances);
        try {
            checker.startThreads();
            return checker;
        } catch (StoreException | InterruptedException e) {
            checker.close();
            throw e;
        }
    }

    private void startThreads() throws StoreException, InterruptedException {
        for (int i = 0; i < parts.options().writerPaces().size(); i++) {
            launch("stale-writer-" + i, new Writer(parts, i));
        }
        StoreException failure = parts.phases().awaitFilled();
        startNanos = System.nanoTime();
        if (failure != null) {
            disturbances.forEach(unstarted -> parts.phases().mutatorEnded());
            throw failure;
        }
        for (Disturbance disturbance : disturbances) {
            launch("stale-" + disturbance.name(), () -> disturb(disturbance));
        }
        for (int i = 0; i < parts.options().readers(); i++) {
            launch("stale-reader-" + i, new Reader(parts, i));
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
        long end = endNanos == 0 ? System.nanoTime() : endNanos;
        return parts.counts().report((end - startNanos) / 1e9);
    }

    /**
     * Stops the writers, reads every row once more, stops the readers, and returns the results. A store that does not answer at
     * all is a failure, and is not waited for row by row.
     */
    public StalenessReport stop() throws InterruptedException {
        close();
        return report();
    }

    /** Stops the checker, as {@link #stop} does. */
    @Override
    public void close() throws InterruptedException {
        parts.phases().stop();
        parts.gate().open();
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
        parts.outages().begin();
        parts.gate().close();
    }

    /** Waits until no request is in flight. */
    public void awaitQuiet() throws InterruptedException {
        parts.gate().awaitEmpty();
    }

    /**
     * Reads every row of the restarted store, and judges it as usual. The state read decides undecided events: if a
     * later read contradicts it, that is a violation. A request that fails is a failure.
     *
     * @return the number of rows whose events were undecided
     */
    public long settle() {
        long before = parts.counts().settledRows();
        parts.outages().suspend();
        try {
            Reader reader = new Reader(parts, 0);
            for (int partition = 0; partition < parts.options().partitions(); partition++) {
                reader.settle(partition);
            }
        } finally {
            parts.outages().begin();
        }
        return parts.counts().settledRows() - before;
    }

    /** Resumes requests. */
    public void endOutage() {
        parts.outages().end();
        parts.gate().open();
    }

    // --- Disturbances ---

    private void disturb(Disturbance disturbance) {
        try {
            while (!parts.phases().pause(disturbance.period().toNanos())) {
                disturbNow(disturbance);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            parts.phases().mutatorEnded();
        }
    }

    /**
     * Executes a disturbance once, in addition to the repeated ones; returns when it has ended or failed.
     *
     * @return whether it was completed
     */
    public boolean disturbNow(Disturbance disturbance) {
        LongAdder count = parts.counts().disturbance(disturbance.name());
        parts.gate().enter();
        long outageMark = parts.outages().mark();
        try {
            disturbOnce(disturbance);
            count.increment();
            return true;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            parts.failed(disturbance.name(), e, outageMark);
            return false;
        } finally {
            parts.gate().leave();
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
                parts.outages().begin();
            }
            long[] before = parts.history().beginErasure();
            boolean done = false;
            try {
                disturbance.action().run();
                done = true;
            } finally {
                parts.history().endErasure(before, done);
                if (recreates) {
                    parts.outages().end();
                }
            }
        }
    }
}
