package org.ssdtier.ycsb.run;

import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/**
 * Static methods to run a YCSB workload against a YCSB database. Replaces {@code site.ycsb.Client} as a library, with
 * failed operations reported as a failed run, latencies free of coordinated omission, and a listener.
 */
public final class WorkloadRunner {
    private WorkloadRunner() {}

    /**
     * Runs one phase to its end.
     *
     * @param listener listener called at every interval
     * @return the result, including failures; check {@link RunResult#succeeded()}
     * @throws WorkloadException if the workload or a database object could not be initialised, or the workload or the
     *     listener threw
     * @throws InterruptedException if the calling thread is interrupted; the run has been stopped by then
     */
    public static RunResult run(RunOptions options, RunListener listener)
            throws WorkloadException, InterruptedException {
        try (WorkloadRun run = start(options, listener)) {
            return run.await();
        }
    }

    /** Starts a run in the background; otherwise as {@link #run}. The caller closes the run. */
    public static WorkloadRun start(RunOptions options, RunListener listener) throws WorkloadException {
        return start(options, listener, RunClock.SYSTEM);
    }

    static WorkloadRun start(RunOptions options, RunListener listener, RunClock clock) throws WorkloadException {
        // A global variable of YCSB: its own workloads measure through it.
        Measurements.setProperties(options.properties());
        Workload workload = Reflection.create(
                Workload.class,
                options.properties().getProperty(Client.WORKLOAD_PROPERTY, RunOptions.DEFAULT_WORKLOAD));
        workload.init(options.properties());
        WorkloadRun run = new WorkloadRun(options, workload, listener, clock);
        run.start();
        return run;
    }
}
