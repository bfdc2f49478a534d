package org.ssdtier.ycsb.run;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import site.ycsb.Workload;

/** The state shared by a {@link WorkloadRun} and its client threads: its parts, its begin, its end and its failures. */
final class RunControl {
    private final RunOptions options;
    private final Workload workload;
    private final RunClock clock;
    private final Measurement measurement;

    private final Queue<Thread> clients = new ConcurrentLinkedQueue<>();
    private final CountDownLatch initialised;
    private final CountDownLatch begin = new CountDownLatch(1);
    private final CountDownLatch ended;
    private final AtomicLong transactions = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicReference<@Nullable String> problem = new AtomicReference<>();
    private volatile boolean stopped;
    private volatile long startNanos;

    RunControl(RunOptions options, Workload workload, RunClock clock) {
        this.options = options;
        this.workload = workload;
        this.clock = clock;
        this.measurement = new Measurement(options.targetPerSecond() > 0, options.notFoundFails());
        this.initialised = new CountDownLatch(options.threads());
        this.ended = new CountDownLatch(options.threads());
    }

    RunOptions options() {
        return options;
    }

    Workload workload() {
        return workload;
    }

    RunClock clock() {
        return clock;
    }

    Measurement measurement() {
        return measurement;
    }

    // --- For the client threads ---

    /**
     * Waits until all client threads are ready, and returns the time at which the run began. Called by every client
     * thread when it is ready.
     */
    long awaitBegin() throws InterruptedException {
        clients.add(Thread.currentThread());
        initialised.countDown();
        begin.await();
        return startNanos;
    }

    boolean mustStop() {
        return stopped || workload.isStopRequested();
    }

    /** Ends the run if too many operations have failed. */
    void checkFailures() {
        if (measurement.failures() > options.maxFailures()) {
            problem("abandoned after " + measurement.failures() + " failed operations, allowed: "
                    + options.maxFailures());
            stop();
        }
    }

    /** Ends the run because of a failure other than that of an operation. */
    void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
        stop();
    }

    /** Records a problem that makes the run a failed one, for instance that closing the database failed. */
    void problem(String what) {
        problem.compareAndSet(null, what);
    }

    /** Records the end of a client thread. Called once by each, when all its operations have ended. */
    void ended(long done) {
        transactions.addAndGet(done);
        initialised.countDown();
        ended.countDown();
    }

    // --- For the run ---

    /** Stops every client thread after its current iteration. */
    void stop() {
        stopped = true;
        workload.requestStop();
        clients.forEach(LockSupport::unpark);
    }

    /** Waits until every client thread is ready or has ended. */
    void awaitInitialised() throws InterruptedException {
        initialised.await();
    }

    /** Lets the client threads begin, and returns the time. */
    long begin() {
        startNanos = clock.nanoTime();
        begin.countDown();
        return startNanos;
    }

    /** Releases client threads that wait for a begin that did not come. */
    void release() {
        begin.countDown();
    }

    /** Waits up to {@code nanos}; returns true if all client threads have ended. */
    boolean awaitEnded(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Returns the number of iterations done by the client threads that have ended. */
    long transactions() {
        return transactions.get();
    }

    /** Returns the first failure other than that of an operation, or null. */
    @Nullable
    Throwable failure() {
        return failure.get();
    }

    /** Returns the first problem, or null. */
    @Nullable
    String problem() {
        return problem.get();
    }
}
