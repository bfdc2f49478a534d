package org.ssdtier.benchmarks.crash;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StalenessChecker;
import org.ssdtier.ycsb.stale.StalenessReport;
import org.ssdtier.ycsb.stale.StoreException;

/** The staleness checkers of all tables, controlled together. They keep their state while the node is down. */
final class Checkers implements AutoCloseable {
    private static final long TIMEOUT_NANOS = 60_000_000_000L;
    private static final long POLL_MILLIS = 50;

    private final Map<CrashPart, StalenessChecker> checkers = new LinkedHashMap<>();

    private Checkers() {}

    /** Writes every row of every table once and starts all checkers. The caller closes them. */
    static Checkers start(List<CrashPart> parts) throws StoreException, InterruptedException {
        Checkers all = new Checkers();
        try {
            for (CrashPart part : parts) {
                all.checkers.put(part, StalenessChecker.start(part.options(), part.store(), part.disturbances()));
            }
            return all;
        } catch (StoreException | InterruptedException e) {
            all.close();
            throw e;
        }
    }

    /** Executes a disturbance on a table once; returns when it has ended or failed. */
    void disturb(String table, Disturbance disturbance) {
        checkers.forEach((part, checker) -> {
            if (part.name().equals(table)) {
                checker.disturbNow(disturbance);
            }
        });
    }

    /** Blocks new requests; those in flight may fail from now on. */
    void beginOutage() {
        checkers.values().forEach(StalenessChecker::beginOutage);
    }

    /** Waits until no request is in flight. */
    void awaitQuiet() throws InterruptedException {
        for (StalenessChecker checker : checkers.values()) {
            checker.awaitQuiet();
        }
    }

    /** Waits until every table's session has reconnected to the node. */
    void awaitReconnect() throws StoreException, InterruptedException {
        for (CrashPart part : checkers.keySet()) {
            long deadline = System.nanoTime() + TIMEOUT_NANOS;
            for (boolean isAnswered = false; !isAnswered; ) {
                isAnswered = isAnswered(part, deadline);
            }
        }
    }

    /**
     * Reads a row that no table has, since look-ups of existing rows are counted. Returns whether the read succeeded.
     */
    private static boolean isAnswered(CrashPart part, long deadline) throws StoreException, InterruptedException {
        try {
            part.store().read(part.options().partitions(), RowRange.row(0), new long[1]);
            return true;
        } catch (StoreException e) {
            if (System.nanoTime() - deadline > 0) {
                throw e;
            }
            Thread.sleep(POLL_MILLIS);
            return false;
        }
    }

    /** Reads every row once and settles the undecided events; returns the number of undecided rows. */
    long settle() {
        return checkers.values().stream().mapToLong(StalenessChecker::settle).sum();
    }

    void endOutage() {
        checkers.values().forEach(StalenessChecker::endOutage);
    }

    /** Returns the sum of all rows judged so far. */
    CrashRound.Rows rows() {
        CrashRound.Rows sum = CrashRound.Rows.NONE;
        for (StalenessChecker checker : checkers.values()) {
            StalenessReport report = checker.report();
            sum = sum.plus(new CrashRound.Rows(
                    report.rowsChecked(), report.stale(), report.lost(), report.ghost(), report.failures()));
        }
        return sum;
    }

    /** Returns the number of rows written or deleted and acknowledged. */
    long writes() {
        return checkers.values().stream()
                .map(StalenessChecker::report)
                .mapToLong(report -> report.writes() + report.deletes())
                .sum();
    }

    /** Returns the first few violations of each table. */
    List<String> violations() {
        List<String> all = new ArrayList<>();
        checkers.forEach((part, checker) ->
                checker.report().violations().forEach(violation -> all.add(part.name() + ": " + violation)));
        return all;
    }

    /** Stops all checkers; each reads every row once more. */
    @Override
    public void close() throws InterruptedException {
        for (StalenessChecker checker : checkers.values()) {
            checker.close();
        }
    }
}
