package org.ssdtier.benchmarks.stale;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.FeatureOptions;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RunOptions;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.stale.StoreException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench stale}. */
@Command(
        name = "stale",
        description =
                "Search for answers that are older than an acknowledged write, with every path of the row cache busy.",
        mixinStandardHelpOptions = true)
public final class StaleCommand extends Measurement {
    @Option(
            names = "--row-cache",
            paramLabel = "KIND",
            description = "The row cache: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private RowCacheKind rowCache = RowCacheKind.SSDTIER;

    @Option(names = "--seconds", paramLabel = "N", description = "Probing time in seconds (default: ${DEFAULT-VALUE}).")
    private long seconds = 60;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "Seconds of warm-up before; its reads are judged as well (default: ${DEFAULT-VALUE}).")
    private long warmUp = 120;

    @Option(
            names = "--chaos",
            paramLabel = "WORDS",
            description = "Disturbances of the node: all, none, or some of "
                    + "truncate,alter,import,resize,invalidate,compact,tier (default: ${DEFAULT-VALUE}).")
    private String chaos = "all";

    @Option(
            names = "--keys",
            paramLabel = "N",
            description = "Number of rows that move between the tiers (default: ${DEFAULT-VALUE}).")
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
    private int ssdMebibytes = 8;

    @Option(
            names = "--flush-millis",
            paramLabel = "N",
            description = "Time between two flushes of a table (default: ${DEFAULT-VALUE}).")
    private long flushMillis = 300;

    @Mixin
    private FeatureOptions features = new FeatureOptions();

    @Override
    protected String directoryName() {
        return "stale-" + rowCache;
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException, StoreException {
        ProbeOptions options = new ProbeOptions(
                rowCache,
                Duration.ofSeconds(warmUp),
                Duration.ofSeconds(seconds),
                keys,
                memoryMebibytes,
                ssdMebibytes,
                features.features(),
                Duration.ofMillis(flushMillis),
                Chaos.parse(chaos),
                run.heap("512M"),
                run.seed(),
                directory);
        return new StaleProbe(options, progress).run();
    }
}
