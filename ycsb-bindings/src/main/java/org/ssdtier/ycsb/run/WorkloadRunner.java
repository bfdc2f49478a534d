package org.ssdtier.ycsb.run;

import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/**
 * Runs a YCSB workload against a YCSB database: what {@code site.ycsb.Client} does, as a library, with failures that
 * fail the run, latencies free of coordinated omission, and a listener.
 */
public final class WorkloadRunner {
    private WorkloadRunner() {}

    /**
     * Runs one phase to its end.
     *
     * @param listener is called at every interval
     * @return what happened, failures included; check {@link RunResult#succeeded()}
     * @throws WorkloadException if the workload or a database object could not be initialised, or the workload or the
     *     listener threw
     * @throws InterruptedException if the calling thread is interrupted; the run has then been stopped
     */
    public static RunResult run(RunOptions options, RunListener listener)
            throws WorkloadException, InterruptedException {
        try (WorkloadRun run = start(options, listener)) {
            return run.await();
        }
    }

    /** As {@link #run}, in the background. The caller closes what it gets. */
    public static WorkloadRun start(RunOptions options, RunListener listener) throws WorkloadException {
        return start(options, listener, RunClock.SYSTEM);
    }

    static WorkloadRun start(RunOptions options, RunListener listener, RunClock clock) throws WorkloadException {
        // A global of YCSB: its own workloads measure through it.
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
