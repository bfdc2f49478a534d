package org.ssdtier.benchmarks.stale;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.launcher.JsonOption;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.stale.StoreException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ssdtier bench stale}. */
@Command(
        name = "stale",
        description =
                "Look for answers that are older than an acknowledged write, with every path of the row cache busy.",
        mixinStandardHelpOptions = true)
public final class StaleCommand implements Callable<Integer> {
    @Option(
            names = "--row-cache",
            paramLabel = "KIND",
            description = "The row cache: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private RowCacheKind rowCache = RowCacheKind.SSDTIER;

    @Option(names = "--seconds", paramLabel = "N", description = "Time of probing (default: ${DEFAULT-VALUE}).")
    private long seconds = 60;

    @Option(
            names = "--chaos",
            paramLabel = "WORDS",
            description = "What is done to the node meanwhile: all, none, or some of "
                    + "truncate,alter,import,resize,invalidate,compact,tier (default: ${DEFAULT-VALUE}).")
    private String chaos = "all";

    @Option(
            names = "--keys",
            paramLabel = "N",
            description = "Rows that move between the tiers (default: ${DEFAULT-VALUE}).")
    private int keys = 8_192;

    @Option(
            names = "--memory-mib",
            paramLabel = "N",
            description = "Memory of the row cache in MiB (default: ${DEFAULT-VALUE}).")
    private int memoryMebibytes = 1;

    @Option(
            names = "--ssd-mib",
            paramLabel = "N",
            description = "The SSD tier in MiB, which are its segments (default: ${DEFAULT-VALUE}).")
    private int ssdMebibytes = 8;

    @Option(
            names = "--flush-millis",
            paramLabel = "N",
            description = "Time between two flushes of a table (default: ${DEFAULT-VALUE}).")
    private long flushMillis = 300;

    @Option(names = "--heap", paramLabel = "SIZE", description = "The node's heap (default: ${DEFAULT-VALUE}).")
    private String heap = "512M";

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all choices (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "The node's directory, emptied first (default: below build/).")
    private @Nullable Path directory;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException, StoreException {
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter out = command.commandLine().getOut();
        ProbeOptions options = options();
        RunFacts facts = RunFacts.begin(seed, options.directory());
        ProbeResult result =
                new StaleProbe(options, line -> say(command.commandLine().getErr(), line)).run();
        if (!json.write(command, result.toMap(facts.toMap()))) {
            result.print(out);
        }
        return result.isGood() ? 0 : 1;
    }

    private ProbeOptions options() {
        Path place = directory != null
                ? directory
                : Checkout.locate().root().resolve("build/bench").resolve("stale-" + rowCache);
        return new ProbeOptions(
                rowCache,
                Duration.ofSeconds(seconds),
                keys,
                memoryMebibytes,
                ssdMebibytes,
                Duration.ofMillis(flushMillis),
                Chaos.parse(chaos),
                heap,
                seed,
                place);
    }

    private static void say(PrintWriter err, String line) {
        err.println(line);
        err.flush();
    }
}
