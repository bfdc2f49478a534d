package org.ssdtier.benchmarks.tools;

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

/** The command {@code ssdtier bench tools}. */
@Command(
        name = "tools",
        description = "Measure what curve, its sampling, top and doctor cost a node under a load of cached reads.",
        mixinStandardHelpOptions = true)
public final class ToolsCommand extends Measurement {
    @Mixin
    private RoundOptions rounds = new RoundOptions(40_000, 12);

    @Mixin
    private LoadOptions load = new LoadOptions(20, 16);

    @Option(
            names = "--processors",
            paramLabel = "X",
            description =
                    "Processors whose time the node may use; load and tools have the others, as if they ran on other"
                            + " machines (default: ${DEFAULT-VALUE}).")
    private double processors = 0.8;

    @Option(
            names = "--warm-up-rounds",
            paramLabel = "N",
            description = "Uncounted rounds at the beginning, while the JVM compiles (default: ${DEFAULT-VALUE}).")
    private int warmUpRounds = 2;

    @Option(
            names = "--every-seconds",
            paramLabel = "N",
            description = "Seconds from one start of curve or doctor to the next (default: ${DEFAULT-VALUE}).")
    private int everySeconds = 20;

    @Option(
            names = "--memory-mib",
            paramLabel = "N",
            description = "Memory of the row cache in MiB (default: ${DEFAULT-VALUE}).")
    private int memoryMebibytes = 32;

    @Override
    protected String directoryName() {
        return "tools";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        ToolsOptions options = new ToolsOptions(
                rounds.rows(),
                rounds.rounds(),
                warmUpRounds,
                load.seconds(),
                everySeconds,
                load.threads(),
                processors,
                memoryMebibytes,
                run.heap("1G"),
                run.seed(),
                directory);
        return new ToolsRun(options, progress).run();
    }
}
