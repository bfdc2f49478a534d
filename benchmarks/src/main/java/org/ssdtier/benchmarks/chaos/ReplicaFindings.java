package org.ssdtier.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The findings on the rows of single replicas. Thread-safe. */
final class ReplicaFindings {
    private static final int KEPT_VIOLATIONS = 10;

    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong backwards = new AtomicLong();
    private final List<String> violations = new ArrayList<>();

    /** Adds rows that were read and judged. */
    void read(long rows) {
        reads.addAndGet(rows);
    }

    /** Adds a row that went back, in words. */
    void wentBack(String violation) {
        backwards.incrementAndGet();
        synchronized (violations) {
            if (violations.size() < KEPT_VIOLATIONS) {
                violations.add(violation);
            }
        }
    }

    /** Returns the number of rows read and judged. */
    long reads() {
        return reads.get();
    }

    /** Returns the number of rows that were older than the same replica's row before. */
    long backwards() {
        return backwards.get();
    }

    /** Returns the first few rows that went back, in words. */
    List<String> violations() {
        synchronized (violations) {
            return List.copyOf(violations);
        }
    }
}
