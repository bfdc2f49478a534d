package org.ssdtier.benchmarks.scaling;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.tier.ProbeProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier bench scaling}. */
@Command(
        name = "scaling",
        description =
                "Measure the tier alone with 1, 10 and 50 million rows on the SSD, and extrapolate to large nodes.",
        mixinStandardHelpOptions = true)
public final class ScalingCommand implements Callable<Integer> {
    private static final String MAIN = "org.ssdtier.benchmarks.tier.probe.TierBench";
    private static final String HEAP = "2g";
    private static final long LEAST_ROWS = 100_000;
    private static final long MOST_ROWS = 1_000_000_000;
    /** The space of a row of the probe on the disk, with its part of the saved index. */
    private static final double BYTES_PER_ROW = 160;

    private static final double GIGABYTE = 1e9;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Mixin
    private final IdleOptions idle = new IdleOptions();

    @Option(
            names = "--rows",
            paramLabel = "N",
            split = ",",
            description =
                    "Numbers of rows, ascending, at least two (default: 1, 10 and 50 million; 160 bytes of disk each).")
    private List<Long> rows = List.of(1_000_000L, 10_000_000L, 50_000_000L);

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Directory of the probes' files, of which only logs are kept (default: build/bench-scaling).")
    private @Nullable Path directory;

    @Override
    public Integer call() throws IOException, InterruptedException {
        validate();
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        Path work = directory != null
                ? directory.toAbsolutePath()
                : Checkout.locate().root().resolve("build/bench-scaling");
        Files.createDirectories(work);
        idle.await(json.isFile(), line -> say(err, line));
        RunFacts facts = RunFacts.begin(work);
        facts.addAll(idle.admit());
        List<ScalingPoint> points = new ArrayList<>();
        for (long count : rows) {
            say(err, String.format(Locale.ROOT, "%,d rows, %.1f GB …", count, count * BYTES_PER_ROW / GIGABYTE));
            points.add(measure(count, work));
        }
        ScalingResult result = ScalingResult.of(facts.toMap(), points);
        json.show(result, result::print);
        return 0;
    }

    private void validate() {
        Allowed.require(rows.size() >= 2, "--rows", rows.size(), "at least two numbers");
        long before = 0;
        for (long count : rows) {
            Allowed.between("--rows", count, Math.max(LEAST_ROWS, before + 1), MOST_ROWS);
            before = count;
        }
    }

    private static ScalingPoint measure(long count, Path work) throws IOException, InterruptedException {
        Path place = Files.createTempDirectory(work, "index-");
        try {
            return ScalingPoint.of(
                    count,
                    new ProbeProcess(Checkout.locate(), work, HEAP)
                            .run(
                                    work.resolve("probe-" + count + ".log"),
                                    MAIN,
                                    List.of(
                                            place.resolve("tier").toString(),
                                            "full",
                                            "index",
                                            "0",
                                            "1",
                                            Long.toString(count))));
        } finally {
            FileTree.delete(place);
        }
    }

    private static void say(PrintWriter err, String words) {
        err.println(words);
        err.flush();
    }
}
