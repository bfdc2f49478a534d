package org.ssdtier.benchmarks.dashboard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RunOptions;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench dashboard}. */
@Command(
        name = "dashboard",
        description = "Check the dashboard's queries and the alerts on a node with the JMX exporter and Prometheus.",
        mixinStandardHelpOptions = true)
public final class DashboardCommand extends Measurement {
    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Seconds of load before the faults (default: ${DEFAULT-VALUE}).")
    private int seconds = 60;

    @Option(
            names = "--scrape-seconds",
            paramLabel = "N",
            description = "Seconds from one scrape to the next, 1 to 10: more where the machine is too slow or busy to "
                    + "answer within one (default: ${DEFAULT-VALUE}).")
    private int scrapeSeconds = 1;

    @Option(names = "--picture", paramLabel = "FILE", description = "Draw the dashboard's panels as SVG.")
    private @Nullable Path picture;

    @Override
    protected String directoryName() {
        return "dashboard";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        DashboardOptions options = new DashboardOptions(
                seconds, run.heap("512M"), run.seed(), scrapeSeconds, true, directory.toAbsolutePath());
        DashboardResult result = new DashboardRun(options, Checkout.locate(), progress).run();
        if (picture != null) {
            Files.createDirectories(picture.toAbsolutePath().getParent());
            Files.writeString(picture, new DashboardPicture(result.panels()).svg());
        }
        return result;
    }
}
