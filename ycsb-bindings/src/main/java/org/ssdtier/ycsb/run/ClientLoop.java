package org.ssdtier.ycsb.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import site.ycsb.DBException;
import site.ycsb.WorkloadException;

/** The loop of one client thread: performs its share of the iterations, each at its due time. */
final class ClientLoop implements Runnable {
    private final RunControl run;
    private final RunOptions options;
    private final int index;
    private long done;

    ClientLoop(RunControl run, int index) {
        this.run = run;
        this.options = run.options();
        this.index = index;
    }

    @Override
    public void run() {
        MeasuredDb db = null;
        try {
            db = connect();
            Object state = run.workload().initThread(options.properties(), index, options.threads());
            iterate(db, state, run.awaitBegin());
            db.drain();
        } catch (InterruptedException | DBException | WorkloadException | RuntimeException | Error e) {
            run.fail(e);
        } finally {
            run.ended(done);
        }
        if (db != null) {
            cleanUp(db);
        }
    }

    private MeasuredDb connect() throws DBException {
        MeasuredDb db = new MeasuredDb(options.db().get(), run.measurement(), run.clock());
        db.setProperties(options.properties());
        db.init();
        return db;
    }

    private void cleanUp(MeasuredDb db) {
        try {
            db.cleanup();
        } catch (DBException | RuntimeException e) {
            run.problem("closing the database failed: " + e.getMessage());
        }
    }

    private void iterate(MeasuredDb db, @Nullable Object state, long startNanos) {
        long share = share();
        boolean timed = options.duration().compareTo(Duration.ZERO) > 0;
        while (done < share && !run.mustStop()) {
            long dueNanos = dueNanos(startNanos);
            if (timed && dueNanos - startNanos >= options.duration().toNanos()) {
                return;
            }
            run.clock().sleepUntil(dueNanos, run::mustStop);
            if (timed && isTooLate(startNanos)) {
                return;
            }
            if (run.mustStop() || !iterateOnce(db, state, dueNanos)) {
                return;
            }
        }
    }

    /**
     * Returns whether the run must end. With a target, what was due in time is sent as well, for as long again at most:
     * otherwise the operations that a stall at the end delays would not count.
     */
    private boolean isTooLate(long startNanos) {
        int factor = options.targetPerSecond() > 0 ? 2 : 1;
        return run.clock().nanoTime() - startNanos
                >= factor * options.duration().toNanos();
    }

    /** Returns the due time of the next iteration: now, or the time given by the target rate. */
    private long dueNanos(long startNanos) {
        if (options.targetPerSecond() <= 0) {
            return run.clock().nanoTime();
        }
        double tickNanos = 1e9 / options.targetPerSecond();
        return startNanos + (long) ((done * (double) options.threads() + index) * tickNanos);
    }

    private boolean iterateOnce(MeasuredDb db, @Nullable Object state, long dueNanos) {
        db.begin(dueNanos);
        boolean shouldContinue = options.phase() == RunPhase.LOAD
                ? run.workload().doInsert(db, state)
                : run.workload().doTransaction(db, state);
        run.checkFailures();
        if (!shouldContinue && !db.failedSinceBegin()) {
            return false;
        }
        done++;
        return true;
    }

    /** Returns this thread's share of the iterations; if they do not divide evenly, the first threads do one more. */
    private long share() {
        if (options.transactions() == 0) {
            return Long.MAX_VALUE;
        }
        long threads = options.threads();
        return options.transactions() / threads + (index < options.transactions() % threads ? 1 : 0);
    }
}
