package org.ssdtier.benchmarks.writes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.LoadOptions;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RoundOptions;
import org.ssdtier.benchmarks.cli.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench writes}. */
@Command(
        name = "writes",
        description = "Compare the throughput of updates of cached rows: the tier with and without its journal, with "
                + "lifetimes of files, stock's SerializingCacheProvider, no row cache.",
        mixinStandardHelpOptions = true)
public final class WritesCommand extends Measurement {
    @Mixin
    private RoundOptions rounds = new RoundOptions(20_000, 7);

    @Mixin
    private LoadOptions load = new LoadOptions(12, 24);

    @Option(
            names = "--warm-up-rounds",
            paramLabel = "N",
            description = "Uncounted rounds at the beginning, while the JVMs compile (default: " + "${DEFAULT-VALUE}).")
    private int warmUpRounds = 8;

    @Option(
            names = "--memory-mib",
            paramLabel = "N",
            description = "Memory of each row cache in MiB (default: ${DEFAULT-VALUE}).")
    private int memoryMebibytes = 32;

    @Override
    protected String directoryName() {
        return "writes";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        WritesOptions options = new WritesOptions(
                rounds.rows(),
                rounds.rounds(),
                warmUpRounds,
                load.seconds(),
                load.threads(),
                memoryMebibytes,
                run.heap("1G"),
                run.seed(),
                directory);
        return new WritesRun(options, progress).run();
    }
}
