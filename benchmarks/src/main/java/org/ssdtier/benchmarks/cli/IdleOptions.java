package org.ssdtier.benchmarks.cli;

import java.io.IOException;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.IdleMachine;
import picocli.CommandLine.Option;

/** The options {@code --wait-idle} and {@code --force} of every measurement whose result may be kept. */
public final class IdleOptions {
    private static final int MOST_SECONDS = 3_600;

    private final IdleMachine machine;

    @Option(
            names = "--wait-idle",
            paramLabel = "SECONDS",
            description = "Before a result that is kept the load average must be at most " + IdleMachine.MAX_LOAD
                    + "; the longest wait for that (default: ${DEFAULT-VALUE}).")
    private int waitSeconds = 180;

    @Option(
            names = "--force",
            description = "Measure although the load average is higher, or an emulated disk deviates from its model.")
    private boolean isForced;

    /** Creates the options for this machine. */
    public IdleOptions() {
        this(IdleMachine.local());
    }

    /** Creates the options for a machine with an injected load. */
    IdleOptions(IdleMachine machine) {
        this.machine = machine;
    }

    /** Returns whether to measure on a machine that may disturb the measurement. */
    public boolean isForced() {
        return isForced;
    }

    /**
     * Waits until the machine is idle if the result is kept. Call it immediately before the measurement.
     *
     * @param isKept whether the result is kept, in a file
     * @param progress receives the reason for a wait
     * @throws IOException if the machine stays busy, unless that is allowed by {@code --force}
     */
    public void await(boolean isKept, Consumer<String> progress) throws IOException, InterruptedException {
        Allowed.between("--wait-idle", waitSeconds, 0, MOST_SECONDS);
        if (isKept && !isForced) {
            machine.await(waitSeconds, progress);
        }
    }
}
