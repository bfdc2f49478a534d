package org.ssdtier.ycsb.stale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The counts and violations of a checker. */
final class CheckerCounts {
    private static final int KEPT_VIOLATIONS = 20;

    private final LongAdder reads = new LongAdder();
    private final LongAdder rowsChecked = new LongAdder();
    private final LongAdder rowsAlone = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder deletes = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder ghost = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder toleratedFailures = new LongAdder();
    private final LongAdder settledRows = new LongAdder();
    private final Map<String, LongAdder> disturbances = new ConcurrentHashMap<>();
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());

    /** Records an acknowledged write or delete. */
    void recordWrite(boolean delete) {
        (delete ? deletes : writes).increment();
    }

    /**
     * Records a read.
     *
     * @param rows number of rows judged, absent ones included
     */
    void recordRead(int rows) {
        reads.increment();
        rowsChecked.add(rows);
        if (rows == 1) {
            rowsAlone.increment();
        }
    }

    /** Records a row whose undecided events were decided. */
    void recordSettledRow() {
        settledRows.increment();
    }

    /** Records the begin of a disturbance and returns the counter of its completed executions. */
    LongAdder disturbance(String name) {
        return disturbances.computeIfAbsent(name, unseen -> new LongAdder());
    }

    /**
     * Records a failure.
     *
     * @param tolerated whether an outage overlapped the request
     */
    void recordFailure(String what, Throwable cause, boolean tolerated) {
        if (tolerated) {
            toleratedFailures.increment();
        } else {
            failures.increment();
            note(what + " failed: " + cause);
        }
    }

    /** Records a wrong row. */
    void recordViolation(History.Verdict verdict, String what) {
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

    long settledRows() {
        return settledRows.sum();
    }

    /**
     * Returns the results so far.
     *
     * @param seconds time since reading began
     */
    StalenessReport report(double seconds) {
        Map<String, Long> executions = new ConcurrentHashMap<>();
        disturbances.forEach((name, count) -> executions.put(name, count.sum()));
        synchronized (violations) {
            return new StalenessReport(
                    seconds,
                    reads.sum(),
                    new StalenessReport.Rows(rowsChecked.sum(), rowsAlone.sum()),
                    writes.sum(),
                    deletes.sum(),
                    stale.sum(),
                    lost.sum(),
                    ghost.sum(),
                    failures.sum(),
                    toleratedFailures.sum(),
                    executions,
                    violations);
        }
    }
}
