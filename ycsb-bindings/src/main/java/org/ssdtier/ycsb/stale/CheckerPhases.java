package org.ssdtier.ycsb.stale;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The phases of a checker: the writers fill the store, then writers, readers and disturbances run until the checker
 * stops; the readers end last.
 */
final class CheckerPhases {
    private final CountDownLatch filled;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch mutatorsEnded;
    private final AtomicReference<@Nullable StoreException> fillFailure = new AtomicReference<>();

    /**
     * Creates the phases of a checker.
     *
     * @param writers number of writers
     * @param disturbances number of threads with disturbances
     */
    CheckerPhases(int writers, int disturbances) {
        this.filled = new CountDownLatch(writers);
        this.mutatorsEnded = new CountDownLatch(writers + disturbances);
    }

    /** Records that a writer has written its rows once, or why it has not. */
    void fillEnded(@Nullable StoreException failure) {
        if (failure != null) {
            fillFailure.compareAndSet(null, failure);
        }
        filled.countDown();
    }

    /** Waits for all writers' {@link #fillEnded}. Returns the first failure, or null. */
    @Nullable
    StoreException awaitFilled() throws InterruptedException {
        filled.await();
        return fillFailure.get();
    }

    void stop() {
        stopping.countDown();
    }

    boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Waits up to {@code nanos}; returns true if the checker is stopping. */
    boolean pause(long nanos) throws InterruptedException {
        return stopping.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Records the end of a writer, or of a thread with disturbances. */
    void mutatorEnded() {
        mutatorsEnded.countDown();
    }

    /** Waits until the store no longer changes. */
    void awaitMutators() throws InterruptedException {
        mutatorsEnded.await();
    }
}
