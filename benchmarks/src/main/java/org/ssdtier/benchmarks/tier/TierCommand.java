package org.ssdtier.benchmarks.tier;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier bench tier}. */
@Command(
        name = "tier",
        description =
                "Measure the tier alone: SSD hits compared with raw reads, density, index, writes, restart, compression, "
                        + "memory per row.",
        mixinStandardHelpOptions = true)
public final class TierCommand implements Callable<Integer> {
    private static final String MAIN = "org.ssdtier.benchmarks.tier.probe.TierBench";
    private static final String COMPRESSION_MAIN = "org.ssdtier.benchmarks.schema.probe.CompressionProbe";
    private static final String HEAP = "2g";
    /** Heap of a node without rows, in MiB. */
    private static final long NODE_HEAP_MIB = 3 << 10;
    /** Heap bytes of a key in a memtable. */
    private static final long KEY_HEAP_BYTES = 900;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Mixin
    private final IdleOptions idle = new IdleOptions();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Directory of the probes' files, of which only logs are kept (default: build/bench-tier).")
    private @Nullable Path directory;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            defaultValue = "full",
            description = "full: 10 million entries, about 8 minutes and 4 GB; small: about half a minute.")
    private String scale = "full";

    @Option(names = "--probe", paramLabel = "PROBE", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<TierProbe> probes = List.of(TierProbe.values());

    @Option(
            names = "--jvms",
            paramLabel = "N",
            description = "JVMs per cache and allocator to measure the bytes of a row (default: ${DEFAULT-VALUE}).")
    private int jvms = 5;

    @Option(
            names = "--flush-keys",
            paramLabel = "N",
            description = "Keys of a flush (default: a million, 50,000 if small; heap: 3 GiB and 900 bytes per key).")
    private int flushKeys;

    @Option(
            names = "--value-size",
            paramLabel = "BYTES",
            defaultValue = "400",
            description =
                    "Bytes of a value for the probe ssd; raw reads have as many pages (default: ${DEFAULT-VALUE}).")
    private int valueBytes;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Allowed.atLeast("jvms", jvms, 1);
        Allowed.atLeast("flush-keys", flushKeys, 0);
        Allowed.between("value-size", valueBytes, 1, 1 << 20);
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        Path work = directory != null
                ? directory.toAbsolutePath()
                : Checkout.locate().root().resolve("build/bench-tier");
        Files.createDirectories(work);
        idle.await(json.isFile(), line -> say(err, line));
        RunFacts facts = RunFacts.begin(work);
        facts.addAll(idle.admit());
        List<JsonNode> figures = new ArrayList<>();
        for (TierProbe probe : probes) {
            if (!probe.measuresRowBytes()) {
                figures.addAll(run(probe, work, Map.of(), err));
            }
        }
        figures.addAll(rowBytes(work, err));
        return show(facts, figures);
    }

    /** Shows the figures and returns the exit code. */
    int show(RunFacts facts, List<JsonNode> figures) throws IOException {
        json.show(report(facts, figures), out -> ProbeTable.print(out, figures));
        return ProbeTable.areMet(figures) ? 0 : 1;
    }

    private static void say(PrintWriter err, String words) {
        err.println(words);
        err.flush();
    }

    private List<JsonNode> run(TierProbe probe, Path work, Map<String, String> environment, PrintWriter err)
            throws IOException, InterruptedException {
        say(err, "probe " + probe + " …");
        // A directory of its own: a tier goes offline in one that contains what an earlier probe left.
        Path directory = Files.createTempDirectory(work, probe + "-");
        try {
            return new ProbeProcess(Checkout.locate(), work, probe == TierProbe.FLUSH ? flushHeap() : HEAP)
                    .run(
                            environment,
                            work.resolve("probe-" + probe + ".log"),
                            probe == TierProbe.COMPRESSION ? COMPRESSION_MAIN : MAIN,
                            List.of(
                                    directory.resolve("tier").toString(),
                                    scale,
                                    probe.toString(),
                                    Integer.toString(flushKeys),
                                    Integer.toString(valueBytes)));
        } finally {
            FileTree.delete(directory);
        }
    }

    private String flushHeap() {
        return (NODE_HEAP_MIB + ((flushKeys * KEY_HEAP_BYTES) >> 20)) + "m";
    }

    /** Measures the bytes of a row, the caches in turn, so that a disturbance of the machine affects all alike. */
    private List<JsonNode> rowBytes(Path work, PrintWriter err) throws IOException, InterruptedException {
        RowBytes bytes = new RowBytes();
        List<TierProbe> caches =
                probes.stream().filter(TierProbe::measuresRowBytes).toList();
        for (Allocator allocator : Allocator.values()) {
            Map<String, String> environment = allocator.environment();
            if (environment == null) {
                say(err, "allocator=" + allocator + " is not installed (Debian: libjemalloc2): skipped");
                continue;
            }
            for (int jvm = 1; jvm <= jvms; jvm++) {
                for (TierProbe cache : caches) {
                    say(err, "allocator " + allocator + ", JVM " + jvm + " of " + jvms + " …");
                    for (JsonNode figure : run(cache, work, environment, err)) {
                        bytes.add(allocator, cache, Json.number(figure, "value"));
                    }
                }
            }
        }
        return bytes.figures();
    }

    private Map<String, Object> report(RunFacts facts, List<JsonNode> figures) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("bench", "tier");
        report.put("scale", scale);
        report.put("value_bytes", valueBytes);
        report.put("run", facts.toMap());
        figures.forEach(figure -> report.put(Json.string(figure, "name"), Json.number(figure, "value")));
        report.put("figures", figures);
        return report;
    }
}
