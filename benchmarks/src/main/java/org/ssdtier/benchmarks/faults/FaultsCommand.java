package org.ssdtier.benchmarks.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.FeatureOptions;
import org.ssdtier.benchmarks.cli.InstallOption;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RunOptions;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.ycsb.stale.StoreException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench faults}. */
@Command(
        name = "faults",
        description = "Inject faults into the drive of the cache directory while clients read and write.",
        mixinStandardHelpOptions = true)
public final class FaultsCommand extends Measurement {
    @Option(
            names = "--faults",
            paramLabel = "WORDS",
            description = "all, or some of read-error,write-error,io-error,latency,hang,bit-flip,torn-write,lost-write,"
                    + "no-space,read-only,gone (default: ${DEFAULT-VALUE}).")
    private String faults = "all";

    @Option(names = "--seconds", paramLabel = "N", description = "Seconds of a fault (default: ${DEFAULT-VALUE}).")
    private int seconds = 20;

    @Option(
            names = "--calm",
            paramLabel = "N",
            description = "Seconds measured before a fault, and after the tier is back (default: ${DEFAULT-VALUE}).")
    private int calm = 10;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "Seconds of load before the measurement (default: ${DEFAULT-VALUE}).")
    private int warmUp = 30;

    @Option(
            names = "--share",
            paramLabel = "SHARE",
            description = "Fraction of the blocks with flipped bits, or of the torn or lost writes "
                    + "(default: ${DEFAULT-VALUE}).")
    private double share = 0.25;

    @Option(names = "--reads", paramLabel = "N", description = "Reads per second (default: ${DEFAULT-VALUE}).")
    private int reads = 800;

    @Option(names = "--keys", paramLabel = "N", description = "Rows of the table (default: ${DEFAULT-VALUE}).")
    private int keys = 8_192;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description = "The drive: a file of benchmarks/device/profiles (default: ${DEFAULT-VALUE}).")
    private String profile = "ssd-sata";

    @Mixin
    private InstallOption install = new InstallOption();

    @Mixin
    private FeatureOptions features = new FeatureOptions();

    @Override
    protected String directoryName() {
        return "faults";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException, StoreException {
        FaultsOptions options = new FaultsOptions(
                FaultsOptions.parse(faults),
                true,
                new FaultsOptions.Times(warmUp, calm, seconds, 90),
                share,
                reads,
                keys,
                features.features(),
                profile,
                run.heap("512M"),
                run.seed(),
                directory);
        DeviceRegistry host = install.prepare(DeviceRegistry.open(Checkout.locate(), progress));
        return new FaultsRun(options, host, progress).run();
    }
}
