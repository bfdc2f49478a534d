package org.ssdtier.benchmarks.tools;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.LoadOptions;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench curve-resize}. */
@Command(
        name = "curve-resize",
        description =
                "Compare the hit ratios that the curve foretells for half and twice the SSD with those after a resize.",
        mixinStandardHelpOptions = true)
public final class CurveResizeCommand extends Measurement {
    @Mixin
    private LoadOptions load = new LoadOptions(60, 16);

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Rows of the table, more than fit into twice the SSD (default: ${DEFAULT-VALUE}).")
    private long rows = 450_000;

    @Option(
            names = "--warm-up-parts",
            paramLabel = "N",
            description = "Most parts, of --seconds each, of the warm-up of each size (default: ${DEFAULT-VALUE}).")
    private int warmUpParts = 10;

    @Option(
            names = "--memory-mib",
            paramLabel = "N",
            description = "Memory of the row cache in MiB (default: ${DEFAULT-VALUE}).")
    private int memoryMebibytes = 8;

    @Option(
            names = "--ssd-mib",
            paramLabel = "N",
            description = "Size of the SSD tier before the resizes in MiB (default: ${DEFAULT-VALUE}).")
    private int ssdMebibytes = 64;

    @Override
    protected String directoryName() {
        return "curve-resize";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        ResizeOptions options = new ResizeOptions(
                rows,
                load.seconds(),
                warmUpParts,
                load.threads(),
                memoryMebibytes,
                ssdMebibytes,
                run.heap("1G"),
                run.seed(),
                directory);
        return new ResizeRun(options, progress).run();
    }
}
