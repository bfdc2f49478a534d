package org.ssdtier.benchmarks.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.FeatureOptions;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RunOptions;
import org.ssdtier.ycsb.stale.StoreException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench crash}. */
@Command(
        name = "crash",
        description = "Kill a node under load repeatedly, and check every row after each start.",
        mixinStandardHelpOptions = true)
public final class CrashCommand extends Measurement {
    @Option(names = "--rounds", paramLabel = "N", description = "Number of kills (default: ${DEFAULT-VALUE}).")
    private int rounds = 10;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Average seconds of load between two kills (default: ${DEFAULT-VALUE}).")
    private double seconds = 8;

    @Option(
            names = "--moments",
            paramLabel = "WORDS",
            description =
                    "Moments of kills: all, or some of any,flush,compact,import,truncate (default: ${DEFAULT-VALUE}).")
    private String moments = "all";

    @Option(
            names = "--keys",
            paramLabel = "N",
            description = "Rows of the table that fills the SSD (default: ${DEFAULT-VALUE}).")
    private int keys = 8_192;

    @Option(
            names = "--memory-mib",
            paramLabel = "N",
            description = "Memory of the row cache in MiB (default: ${DEFAULT-VALUE}).")
    private int memoryMebibytes = 1;

    @Option(
            names = "--ssd-mib",
            paramLabel = "N",
            description = "Size of the SSD tier in MiB, in segments of 1 MiB (default: ${DEFAULT-VALUE}).")
    private int ssdMebibytes = 64;

    @Mixin
    private FeatureOptions features = new FeatureOptions();

    @Override
    protected String directoryName() {
        return "crash";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException, StoreException {
        CrashOptions options = new CrashOptions(
                rounds,
                true,
                seconds,
                KillMoment.parse(moments),
                keys,
                memoryMebibytes,
                ssdMebibytes,
                features.features(),
                run.heap("512M"),
                run.seed(),
                directory);
        return new CrashRun(options, progress).run();
    }
}
