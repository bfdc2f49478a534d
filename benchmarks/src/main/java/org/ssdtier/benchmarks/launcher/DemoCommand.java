package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.cli.LoadOptions;
import org.ssdtier.benchmarks.demo.Demo;
import org.ssdtier.benchmarks.demo.DemoOptions;
import org.ssdtier.benchmarks.demo.DemoResult;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier demo}. */
@Command(
        name = "demo",
        description = "Run a demonstration: start a node, fill it, read from it, check it, and write a report.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    @Mixin
    private LoadOptions load = new LoadOptions(60, 8);

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "40",
            description = "Seconds of warm-up before the measurement (default: ${DEFAULT-VALUE}).")
    private int warmUpSeconds;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Rows of the table (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Directory of the node and report.html (default: build/demo in the checkout).")
    private @Nullable Path directory;

    @Mixin
    private JsonOption json = new JsonOption();

    @Mixin
    private IdleOptions idle = new IdleOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path place = directory == null ? Checkout.locate().root().resolve("build/demo") : directory;
        idle.await(json.isFile(), json.display()::println);
        DemoResult result =
                Demo.run(new DemoOptions(place, load.seconds(), warmUpSeconds, rows, load.threads()), json.display());
        json.write(result);
        return result.isGood() ? 0 : 1;
    }
}
