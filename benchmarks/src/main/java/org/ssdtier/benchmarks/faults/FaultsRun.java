package org.ssdtier.benchmarks.faults;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.ycsb.stale.StoreException;

/** A run of one trial per fault, one after the other. */
final class FaultsRun {
    private final FaultsOptions options;
    private final DeviceRegistry host;
    private final Consumer<String> progress;

    /**
     * Creates a run.
     *
     * @param progress receives progress messages
     */
    FaultsRun(FaultsOptions options, DeviceRegistry host, Consumer<String> progress) {
        this.options = options;
        this.host = host;
        this.progress = progress;
    }

    /**
     * Runs all trials. A trial that could not fill its table before the fault is reported as not measured.
     *
     * @throws IOException if no drive can be emulated here; the message says what would help
     */
    FaultsResult run() throws IOException, InterruptedException, StoreException {
        Optional<String> obstacle = host.obstacle();
        if (obstacle.isPresent()) {
            throw new IOException(obstacle.get());
        }
        FaultTrial trial = new FaultTrial(options, host, progress);
        List<ReadTimes.Figures> without = new ArrayList<>();
        measureReference(trial, without);
        List<FaultOutcome> outcomes = new ArrayList<>();
        List<String> notMeasured = new ArrayList<>();
        for (DeviceFault fault : options.faults()) {
            progress.accept("Fault " + fault);
            try {
                FaultOutcome outcome = trial.run(fault);
                outcomes.add(outcome);
                progress.accept(line(outcome));
            } catch (StoreException e) {
                notMeasured.add(fault + ": the rows could not be written: " + e.getMessage());
                progress.accept("  " + e.getMessage());
            }
        }
        measureReference(trial, without);
        return new FaultsResult(options, without, outcomes, notMeasured);
    }

    private void measureReference(FaultTrial trial, List<ReadTimes.Figures> without)
            throws IOException, InterruptedException, StoreException {
        if (options.withReference()) {
            progress.accept("Measuring the load without the tier");
            without.add(trial.withoutTier());
        }
    }

    private static String line(FaultOutcome outcome) {
        ReadTimes.Figures during = outcome.reads().get(Phase.DURING);
        return String.format(
                Locale.ROOT,
                "  reads %,d, errors %d, stale %d, lost %d, ghost %d, p99 during %.1f ms, OFFLINE %s, ONLINE %s",
                outcome.report().reads(),
                outcome.report().failures(),
                outcome.report().stale(),
                outcome.report().lost(),
                outcome.report().ghost(),
                during.p99Millis(),
                FaultsResult.seconds(outcome.offlineSeconds()),
                FaultsResult.seconds(outcome.onlineSeconds()));
    }
}
