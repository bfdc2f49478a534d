package org.ssdtier.benchmarks.chaos;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The epoch of the judgement of single replicas: a number that changes with each suspension and each resumption, and is odd
 * while the judgement is suspended. Thread-safe.
 */
final class ReplicaEpoch {
    private final AtomicLong now = new AtomicLong();

    /** Suspends the judgement, because a node may lose rows from now on. */
    void suspend() {
        now.updateAndGet(epoch -> epoch | 1);
    }

    /** Resumes the judgement; what was read before is to be forgotten. */
    void resume() {
        now.updateAndGet(epoch -> (epoch | 1) + 1);
    }

    /** Returns the number of this epoch. */
    long now() {
        return now.get();
    }

    /** Returns whether the judgement is suspended in an epoch. */
    static boolean isSuspended(long epoch) {
        return (epoch & 1) == 1;
    }
}
