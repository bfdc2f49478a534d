package org.ssdtier.benchmarks.matrix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RunOptions;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench matrix}. */
@Command(
        name = "matrix",
        description = "Install the jar into several releases of Cassandra, use it, and remove it again.",
        mixinStandardHelpOptions = true)
public final class MatrixCommand extends Measurement {
    @Option(
            names = "--versions",
            paramLabel = "VERSION",
            split = ",",
            description = "Releases from Maven Central (default: 5.0.4 to 5.0.9, and a preview of 6.0).")
    private List<String> versions = List.of("5.0.4", "5.0.5", "5.0.6", "5.0.7", "5.0.8", "5.0.9", "6.0-alpha2");

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Seconds of each probe for stale answers (default: ${DEFAULT-VALUE}).")
    private int seconds = 15;

    @Option(
            names = "--keep",
            description =
                    "Keep the outcomes of releases that an earlier run has tried with the same jar, home and options.")
    private boolean keeps;

    @Override
    protected String directoryName() {
        return "matrix";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        MatrixOptions options = new MatrixOptions(
                versions,
                seconds,
                keeps,
                run.heap("512M"),
                run.seed(),
                directory,
                Checkout.locate().root().resolve("build/cassandra"));
        return new MatrixRun(options, progress).run();
    }
}
