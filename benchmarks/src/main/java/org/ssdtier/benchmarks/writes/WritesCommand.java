package org.ssdtier.benchmarks.writes;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.launcher.JsonOption;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
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

    @Option(names = "--heap", paramLabel = "SIZE", description = "Each node's heap (default: ${DEFAULT-VALUE}).")
    private String heap = "512M";

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all choices (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(names = "--dir", paramLabel = "DIR", description = "Holds the nodes' directories (default: below build/).")
    private @Nullable Path directory;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter err = command.commandLine().getErr();
        Path place = directory != null ? directory : Checkout.locate().root().resolve("build/bench/writes");
        WritesOptions options = new WritesOptions(rows, rounds, seconds, threads, memoryMebibytes, heap, seed, place);
        RunFacts facts = RunFacts.begin(seed, place);
        WritesResult result = new WritesRun(options, line -> {
                    err.println(line);
                    err.flush();
                })
                .run();
        if (!json.write(command, result.toMap(facts.toMap()))) {
            result.print(command.commandLine().getOut());
        }
        return result.isGood() ? 0 : 1;
    }
}
