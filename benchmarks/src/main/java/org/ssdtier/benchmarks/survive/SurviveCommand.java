package org.ssdtier.benchmarks.survive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.LoadOptions;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RoundOptions;
import org.ssdtier.benchmarks.cli.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench survive}. */
@Command(
        name = "survive",
        description =
                "Compare the hit ratio of a hot set under writes and flushes: the tier with either write policy, and "
                        + "stock's row caches.",
        mixinStandardHelpOptions = true)
public final class SurviveCommand extends Measurement {
    @Mixin
    private RoundOptions rounds = new RoundOptions(20_000, 3);

    @Mixin
    private LoadOptions load = new LoadOptions(60, 4);

    @Option(
            names = "--reads",
            paramLabel = "PERCENT",
            split = ",",
            description = "Percentages of reads, one mix each (default: 95,75,50).")
    private List<Integer> readPercents = List.of(95, 75, 50);

    @Option(
            names = "--flush-seconds",
            paramLabel = "N",
            description = "Seconds between two flushes (default: ${DEFAULT-VALUE}).")
    private double flushSeconds = 30;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Requests per second to each of the four nodes (default: ${DEFAULT-VALUE}).")
    private double perSecond = 1_000;

    @Option(
            names = "--memory-mib",
            paramLabel = "N",
            description =
                    "Memory of the tier's row cache in MiB; other rows are on its SSD (default: ${DEFAULT-VALUE}).")
    private int tierMemoryMebibytes = 4;

    @Option(
            names = "--stock-memory-mib",
            paramLabel = "N",
            description =
                    "Memory of stock's row caches in MiB; the default fits the hot set (default: ${DEFAULT-VALUE}).")
    private int stockMemoryMebibytes = 64;

    @Override
    protected String directoryName() {
        return "survive";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        SurviveOptions options = new SurviveOptions(
                rounds.rows(),
                readPercents,
                rounds.rounds(),
                load.seconds(),
                flushSeconds,
                perSecond,
                load.threads(),
                tierMemoryMebibytes,
                stockMemoryMebibytes,
                run.heap("400M"),
                run.seed(),
                directory);
        return new SurviveRun(options, progress).run();
    }
}
