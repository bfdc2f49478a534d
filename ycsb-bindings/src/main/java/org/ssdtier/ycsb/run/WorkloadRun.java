package org.ssdtier.ycsb.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;

/** A run in progress: its client threads and the reporting thread. */
public final class WorkloadRun implements AutoCloseable {
    private final RunOptions options;
    private final RunListener listener;
    private final RunControl control;

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final List<IntervalReport> intervals = new ArrayList<>();
    private final CountDownLatch reported = new CountDownLatch(1);
    private volatile boolean stoppedByCaller;
    private volatile long startNanos;
    private volatile long endNanos;

    WorkloadRun(RunOptions options, Workload workload, RunListener listener, RunClock clock) {
        this.options = options;
        this.listener = listener;
        this.control = new RunControl(options, workload, clock);
    }

    void start() {
        for (int i = 0; i < options.threads(); i++) {
            threads.add(daemon("ycsb-client-" + i, new ClientLoop(control, i)));
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
        control.stop();
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
        Throwable cause = control.failure();
        if (cause != null) {
            throw new WorkloadException("The run was abandoned: " + cause, cause);
        }
        double seconds = (endNanos - startNanos) / 1e9;
        long done = control.transactions();
        return new RunResult(options.phase(), seconds, done, control.measurement(), intervals, unfinished(done));
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
        String known = control.problem();
        if (known != null) {
            return known;
        }
        boolean timed = options.duration().compareTo(Duration.ZERO) > 0;
        if (options.transactions() > 0 && !timed && !stoppedByCaller && done < options.transactions()) {
            return "only " + done + " of " + options.transactions() + " iterations were done";
        }
        return done == 0 && !stoppedByCaller ? "nothing was done" : null;
    }

    // --- The reporting thread ---

    private void report() {
        try {
            control.awaitInitialised();
            startNanos = control.begin();
            long from = startNanos;
            boolean last = false;
            while (!last) {
                last = control.awaitEnded(options.interval().toNanos());
                from = reportInterval(from);
            }
            endNanos = from;
            control.workload().cleanup();
        } catch (InterruptedException | WorkloadException | RuntimeException | Error e) {
            control.fail(e);
        } finally {
            control.release();
            awaitThreads();
            reported.countDown();
        }
    }

    private long reportInterval(long from) {
        long now = control.clock().nanoTime();
        IntervalReport interval = new IntervalReport(
                (now - startNanos) / 1e9,
                (now - from) / 1e9,
                control.measurement().collect());
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
                    control.fail(e);
                }
            }
        }
    }
}
