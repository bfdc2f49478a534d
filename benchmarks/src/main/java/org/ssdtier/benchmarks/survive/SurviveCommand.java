package org.ssdtier.benchmarks.survive;

import java.io.IOException;
import java.util.List;
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

/** {@code ssdtier bench survive}. */
@Command(
        name = "survive",
        description = "Compare what writes and flushes leave of the hit ratio: the tier with either write policy, and "
                + "stock's row caches.",
        mixinStandardHelpOptions = true)
public final class SurviveCommand implements Callable<Integer> {
    @Option(names = "--rows", paramLabel = "N", description = "Rows of the hot set (default: ${DEFAULT-VALUE}).")
    private long rows = 20_000;

    @Option(
            names = "--reads",
            paramLabel = "PERCENT",
            split = ",",
            description = "Reads in a hundred requests, one mix each (default: 95,75,50).")
    private List<Integer> readPercents = List.of(95, 75, 50);

    @Option(names = "--rounds", paramLabel = "N", description = "Runs of each mix (default: ${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Option(names = "--seconds", paramLabel = "N", description = "Time of a run (default: ${DEFAULT-VALUE}).")
    private long seconds = 60;

    @Option(
            names = "--flush-seconds",
            paramLabel = "N",
            description = "Time between two flushes (default: ${DEFAULT-VALUE}).")
    private double flushSeconds = 30;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Requests a second to each of the four nodes (default: ${DEFAULT-VALUE}).")
    private double perSecond = 1_000;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Client threads for each node (default: ${DEFAULT-VALUE}).")
    private int threads = 4;

    @Option(
            names = "--memory-mib",
            paramLabel = "N",
            description =
                    "Memory of the tier's row cache in MiB; what does not fit is on its SSD (default: ${DEFAULT-VALUE}).")
    private int tierMemoryMebibytes = 4;

    @Option(
            names = "--stock-memory-mib",
            paramLabel = "N",
            description =
                    "Memory of stock's row caches in MiB; by default all of the hot set fits (default: ${DEFAULT-VALUE}).")
    private int stockMemoryMebibytes = 64;

    @Mixin
    private RunOptions run = new RunOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        SurviveOptions options = options();
        RunFacts facts = RunFacts.begin(options.seed(), options.directory());
        SurviveResult result = new SurviveRun(options, run.progress(command)).run();
        run.show(command, facts, result::toMap, result::print);
        return result.isGood() ? 0 : 1;
    }

    private SurviveOptions options() {
        return new SurviveOptions(
                rows,
                readPercents,
                rounds,
                seconds,
                flushSeconds,
                perSecond,
                threads,
                tierMemoryMebibytes,
                stockMemoryMebibytes,
                run.heap("400M"),
                run.seed(),
                run.directory("survive"));
    }
}
