package org.ssdtier.benchmarks.rolling;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RunOptions;
import org.ssdtier.ycsb.stale.StoreException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench rolling}. */
@Command(
        name = "rolling",
        description = "Install the jar on three nodes under load and remove it again, one node at a time.",
        mixinStandardHelpOptions = true)
public final class RollingCommand extends Measurement {
    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Seconds of load after each change (default: ${DEFAULT-VALUE}).")
    private int seconds = 10;

    @Override
    protected String directoryName() {
        return "rolling";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException, StoreException {
        RollingOptions options = new RollingOptions(seconds, run.heap("400M"), run.seed(), directory);
        return new RollingRun(options, progress).run();
    }
}
