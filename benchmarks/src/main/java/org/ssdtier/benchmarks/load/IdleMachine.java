package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * A machine on which a measurement whose result is kept may begin: its load average over the last minute is low. After
 * a build it is high for some time although the machine is idle, so there is a wait before the refusal.
 */
public final class IdleMachine {
    /** The highest load average before such a measurement. */
    public static final double MAX_LOAD = 0.5;

    private static final int STEP_SECONDS = 5;

    private final DoubleSupplier load;
    private final Sleep sleep;

    /**
     * Creates a machine with an injected load and clock.
     *
     * @param load load average over the last minute; negative if unknown
     * @param sleep sleep between two readings
     */
    public IdleMachine(DoubleSupplier load, Sleep sleep) {
        this.load = load;
        this.sleep = sleep;
    }

    /** Returns this machine. */
    public static IdleMachine local() {
        return new IdleMachine(RunFacts::loadAverage, TimeUnit.SECONDS::sleep);
    }

    /** A sleep of some seconds. */
    @FunctionalInterface
    public interface Sleep {
        /** Sleeps for a number of seconds. */
        void seconds(long count) throws InterruptedException;
    }

    /** Returns whether the load average is higher than {@link #MAX_LOAD} now. */
    public boolean isBusy() {
        return load.getAsDouble() > MAX_LOAD;
    }

    /**
     * Waits until the load average is at most {@link #MAX_LOAD}.
     *
     * @param mostSeconds longest wait in seconds; 0 for none
     * @param progress receives the reason for a wait, and its end
     * @throws IOException if the load average is still higher after that
     */
    public void await(int mostSeconds, Consumer<String> progress) throws IOException, InterruptedException {
        double seen = load.getAsDouble();
        if (seen <= MAX_LOAD) {
            return;
        }
        if (mostSeconds > 0) {
            progress.accept(String.format(
                    Locale.ROOT,
                    "load average %.2f, allowed %.1f before a result that is kept: waiting up to %d s",
                    seen,
                    MAX_LOAD,
                    mostSeconds));
        }
        int waited = 0;
        while (waited < mostSeconds) {
            int step = Math.min(STEP_SECONDS, mostSeconds - waited);
            sleep.seconds(step);
            waited += step;
            seen = load.getAsDouble();
            if (seen <= MAX_LOAD) {
                progress.accept(String.format(Locale.ROOT, "load average %.2f after %d s", seen, waited));
                return;
            }
        }
        throw new IOException(String.format(
                Locale.ROOT,
                "load_average=%.2f after a wait of %d s: allowed at most %.1f before a result that is kept. End other"
                        + " programs, wait longer with --wait-idle SECONDS, or measure nevertheless with --force-load",
                seen,
                waited,
                MAX_LOAD));
    }
}
