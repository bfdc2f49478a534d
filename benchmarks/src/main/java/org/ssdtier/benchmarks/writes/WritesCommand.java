package org.ssdtier.benchmarks.writes;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.launcher.RunOptions;
import org.ssdtier.benchmarks.load.RunFacts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ssdtier bench writes}. */
@Command(
        name = "writes",
        description =
                "Compare the throughput of updates of cached rows: the tier, stock's SerializingCacheProvider, no "
                        + "row cache.",
        mixinStandardHelpOptions = true)
public final class WritesCommand implements Callable<Integer> {
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

    @Mixin
    private RunOptions run = new RunOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        WritesOptions options = new WritesOptions(
                rows, rounds, seconds, threads, memoryMebibytes, run.heap("1G"), run.seed(), run.directory("writes"));
        RunFacts facts = RunFacts.begin(options.seed(), options.directory());
        WritesResult result = new WritesRun(options, run.progress(command)).run();
        run.show(command, facts, result::toMap, result::print);
        return result.isGood() ? 0 : 1;
    }
}
