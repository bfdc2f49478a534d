package org.ssdtier.benchmarks.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench starts}. */
@Command(
        name = "starts",
        description = "Compare the start of a node with a full SSD after a kill with that after a clean stop.",
        mixinStandardHelpOptions = true)
public final class StartsCommand extends Measurement {
    @Option(names = "--pairs", paramLabel = "N", description = "Starts of each kind (default: ${DEFAULT-VALUE}).")
    private int pairs = 5;

    @Option(
            names = "--entries",
            paramLabel = "N",
            description = "Rows of the table, nearly all on the SSD (default: ${DEFAULT-VALUE}).")
    private int entries = 10_000_000;

    @Option(
            names = "--memory-mib",
            paramLabel = "N",
            description = "Memory of the row cache in MiB (default: ${DEFAULT-VALUE}).")
    private int memoryMebibytes = 16;

    @Override
    protected String directoryName() {
        return "starts";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        StartsOptions options =
                new StartsOptions(pairs, entries, memoryMebibytes, run.heap("2G"), run.seed(), directory);
        return new StartsRun(options, progress).run();
    }
}
