package org.ssdtier.benchmarks.writes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.launcher.Findings;
import org.ssdtier.benchmarks.launcher.Measurement;
import org.ssdtier.benchmarks.launcher.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ssdtier bench writes}. */
@Command(
        name = "writes",
        description =
                "Compare the throughput of updates of cached rows: the tier, stock's SerializingCacheProvider, no "
                        + "row cache.",
        mixinStandardHelpOptions = true)
public final class WritesCommand extends Measurement {
    @Option(names = "--rows", paramLabel = "N", description = "Rows of the table (default: ${DEFAULT-VALUE}).")
    private long rows = 20_000;

    @Option(names = "--rounds", paramLabel = "N", description = "Runs of each row cache (default: ${DEFAULT-VALUE}).")
    private int rounds = 7;

    @Option(names = "--seconds", paramLabel = "N", description = "Time of a run (default: ${DEFAULT-VALUE}).")
    private long seconds = 12;

    @Option(names = "--threads", paramLabel = "N", description = "Client threads (default: ${DEFAULT-VALUE}).")
    private int threads = 24;

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
    protected Findings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        WritesOptions options = new WritesOptions(
                rows, rounds, seconds, threads, memoryMebibytes, run.heap("1G"), run.seed(), directory);
        return new WritesRun(options, progress).run();
    }
}
