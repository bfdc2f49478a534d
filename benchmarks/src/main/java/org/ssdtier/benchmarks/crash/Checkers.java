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

/** The checkers of all tables as one. They live on while the node is away. */
final class Checkers implements AutoCloseable {
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final long LOOK_MILLIS = 50;

    private final Map<CrashPart, StalenessChecker> checkers = new LinkedHashMap<>();

    private Checkers() {}

    /** Writes every row of every table once, then starts all. The caller closes what it gets. */
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

    /** Does something to a table once; returns when it is done or has failed. */
    void disturb(String table, Disturbance disturbance) {
        checkers.forEach((part, checker) -> {
            if (part.name().equals(table)) {
                checker.disturbNow(disturbance);
            }
        });
    }

    /** Sends no more requests; those under way may fail from now on. */
    void beginOutage() {
        checkers.values().forEach(StalenessChecker::beginOutage);
    }

    /** Waits until no request is under way. */
    void awaitQuiet() throws InterruptedException {
        for (StalenessChecker checker : checkers.values()) {
            checker.awaitQuiet();
        }
    }

    /** Waits until every table's session has found the node again. */
    void awaitAnswers() throws StoreException, InterruptedException {
        for (CrashPart part : checkers.keySet()) {
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            for (boolean isAnswered = false; !isAnswered; ) {
                isAnswered = isAnswered(part, deadline);
            }
        }
    }

    /** Asks for the one row that no table has: look-ups of the others are counted. */
    private static boolean isAnswered(CrashPart part, long deadline) throws StoreException, InterruptedException {
        try {
            part.store().read(part.options().partitions(), RowRange.row(0), new long[1]);
            return true;
        } catch (StoreException e) {
            if (System.nanoTime() - deadline > 0) {
                throw e;
            }
            Thread.sleep(LOOK_MILLIS);
            return false;
        }
    }

    /** Reads every row once and settles what is undecided; returns how many rows that were. */
    long settle() {
        return checkers.values().stream().mapToLong(StalenessChecker::settle).sum();
    }

    void endOutage() {
        checkers.values().forEach(StalenessChecker::endOutage);
    }

    /** Everything that was judged so far. */
    CrashRound.Rows rows() {
        CrashRound.Rows sum = CrashRound.Rows.NONE;
        for (StalenessChecker checker : checkers.values()) {
            StalenessReport report = checker.report();
            sum = sum.plus(new CrashRound.Rows(
                    report.rowsChecked(), report.stale(), report.lost(), report.ghost(), report.failures()));
        }
        return sum;
    }

    /** Rows that were written or deleted and acknowledged. */
    long writes() {
        return checkers.values().stream()
                .map(StalenessChecker::report)
                .mapToLong(report -> report.writes() + report.deletes())
                .sum();
    }

    /** The first few violations of each table. */
    List<String> violations() {
        List<String> all = new ArrayList<>();
        checkers.forEach((part, checker) ->
                checker.report().violations().forEach(violation -> all.add(part.name() + ": " + violation)));
        return all;
    }

    /** Stops all; each reads every row once more. */
    @Override
    public void close() throws InterruptedException {
        for (StalenessChecker checker : checkers.values()) {
            checker.close();
        }
    }
}
