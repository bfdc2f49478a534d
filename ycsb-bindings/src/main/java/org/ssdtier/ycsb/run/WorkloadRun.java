package org.ssdtier.ycsb.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;

/** A run in progress: its client threads and the reporting thread. */
public final class WorkloadRun implements AutoCloseable {
    private final RunOptions options;
    private final Workload workload;
    private final RunListener listener;
    private final RunClock clock;
    private final Measurement measurement;

    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch initialised;
    private final CountDownLatch begin = new CountDownLatch(1);
    private final CountDownLatch ended;
    private final AtomicLong transactions = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicReference<@Nullable String> problem = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final List<IntervalReport> intervals = new ArrayList<>();
    private final CountDownLatch reported = new CountDownLatch(1);
    private volatile boolean stopped;
    private volatile boolean stoppedByCaller;
    private volatile long startNanos;
    private volatile long endNanos;

    WorkloadRun(RunOptions options, Workload workload, RunListener listener, RunClock clock) {
        this.options = options;
        this.workload = workload;
        this.listener = listener;
        this.clock = clock;
        this.measurement = new Measurement(options.targetPerSecond() > 0, options.notFoundFails());
        this.initialised = new CountDownLatch(options.threads());
        this.ended = new CountDownLatch(options.threads());
    }

    void start() {
        for (int i = 0; i < options.threads(); i++) {
            ClientLoop loop = new ClientLoop(this, i);
            threads.add(daemon("ycsb-client-" + i, loop));
        }
        threads.forEach(Thread::start);
        daemon("ycsb-report", this::report).start();
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Stops every client thread after its current iteration. */
    public void stop() {
        stoppedByCaller = true;
        requestStop();
    }

    /**
     * Waits for the end of the run.
     *
     * @throws WorkloadException if something other than an operation failed: initialisation, the workload, the listener
     * @throws InterruptedException if the calling thread is interrupted; the run is then stopping
     */
    public RunResult await() throws WorkloadException, InterruptedException {
        try {
            reported.await();
        } catch (InterruptedException e) {
            stop();
            throw e;
        }
        Throwable cause = failure.get();
        if (cause != null) {
            throw new WorkloadException("The run was abandoned: " + cause, cause);
        }
        double seconds = (endNanos - startNanos) / 1e9;
        return new RunResult(
                options.phase(), seconds, transactions.get(), measurement, intervals, unfinished(transactions.get()));
    }

    /** Stops the run and waits for its threads. */
    @Override
    public void close() throws InterruptedException {
        if (closed.compareAndSet(false, true)) {
            stop();
            reported.await();
        }
    }

    private @Nullable String unfinished(long done) {
        String known = problem.get();
        if (known != null) {
            return known;
        }
        boolean timed = options.duration().compareTo(Duration.ZERO) > 0;
        if (options.transactions() > 0 && !timed && !stoppedByCaller && done < options.transactions()) {
            return "only " + done + " of " + options.transactions() + " iterations were done";
        }
        return done == 0 && !stoppedByCaller ? "nothing was done" : null;
    }

    // --- For the client threads ---

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

    /**
     * Waits until all client threads are ready, and returns the time at which the run began. Called by every client
     * thread when it is ready.
     */
    long awaitBegin() throws InterruptedException {
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
            problem.compareAndSet(
                    null,
                    "abandoned after " + measurement.failures() + " failed operations, allowed: "
                            + options.maxFailures());
            requestStop();
        }
    }

    /** Ends the run because of a failure other than that of an operation. */
    void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
        requestStop();
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

    private void requestStop() {
        stopped = true;
        workload.requestStop();
        threads.forEach(LockSupport::unpark);
    }

    // --- The reporting thread ---

    private void report() {
        try {
            initialised.await();
            startNanos = clock.nanoTime();
            begin.countDown();
            long from = startNanos;
            boolean last = false;
            while (!last) {
                last = ended.await(options.interval().toNanos(), TimeUnit.NANOSECONDS);
                from = reportInterval(from);
            }
            endNanos = from;
            workload.cleanup();
        } catch (InterruptedException | WorkloadException | RuntimeException | Error e) {
            fail(e);
        } finally {
            begin.countDown();
            awaitThreads();
            reported.countDown();
        }
    }

    private long reportInterval(long from) {
        long now = clock.nanoTime();
        IntervalReport interval =
                new IntervalReport((now - startNanos) / 1e9, (now - from) / 1e9, measurement.collect());
        intervals.add(interval);
        listener.onInterval(interval);
        return now;
    }

    private void awaitThreads() {
        for (Thread thread : threads) {
            boolean waiting = true;
            while (waiting) {
                try {
                    thread.join();
                    waiting = false;
                } catch (InterruptedException e) {
                    fail(e);
                }
            }
        }
    }
}
