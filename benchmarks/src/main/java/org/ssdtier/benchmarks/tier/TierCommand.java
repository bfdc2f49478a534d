package org.ssdtier.benchmarks.tier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.ssdtier.benchmarks.launcher.JsonOption;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ssdtier bench tier}. */
@Command(
        name = "tier",
        description = "The tier alone on the real classes: SSD hits against raw reads, index, writes, restart, memory.",
        mixinStandardHelpOptions = true)
public final class TierCommand implements Callable<Integer> {
    private static final String MAIN = "org.ssdtier.benchmarks.tier.probe.TierBench";
    private static final String HEAP = "2g";
    private static final String OURS = "memory_bytes_per_row_ours";
    private static final String OHC = "memory_bytes_per_row_ohc";

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where the SSD tier's files go; removed afterwards (default: build/bench-tier).")
    private @Nullable Path directory;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            defaultValue = "full",
            description = "full: 10 million entries, about 8 minutes and 4 GB; small: a look in half a minute.")
    private String scale = "full";

    @Option(names = "--probe", paramLabel = "PROBE", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<TierProbe> probes = List.of(TierProbe.values());

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        Path work = directory != null
                ? directory.toAbsolutePath()
                : Checkout.locate().root().resolve("build/bench-tier");
        Files.createDirectories(work);
        RunFacts facts = RunFacts.begin(work);
        ProbeProcess process = new ProbeProcess(Checkout.locate(), work, HEAP);
        List<JsonNode> figures = new ArrayList<>();
        for (TierProbe probe : probes) {
            err.printf("probe %s …%n", probe);
            err.flush();
            figures.addAll(process.run(
                    work.resolve("probe-" + probe + ".log"),
                    MAIN,
                    List.of(work.resolve("tier").toString(), scale, probe.toString())));
        }
        compareBytes(figures);
        json.show(report(facts, figures), out -> FigureTable.print(out, figures));
        return 0;
    }

    /** No more bytes of memory a row than OHC: two JVMs' figures make one comparison. */
    private static void compareBytes(List<JsonNode> figures) {
        JsonNode ours = find(figures, OURS);
        JsonNode ohc = find(figures, OHC);
        if (ours != null && ohc != null) {
            double ratio = ours.get("value").asDouble() / ohc.get("value").asDouble();
            ObjectNode figure = JsonNodeFactory.instance.objectNode();
            figure.put("name", "memory_bytes_per_row_to_ohc")
                    .put("value", ratio)
                    .put("low", ratio)
                    .put("high", ratio)
                    .put("target", "≤ 1.0")
                    .put("met", ratio <= 1.0)
                    .put("note", "each cache alone in a JVM of its own, heap and off-heap");
            figures.add(figure);
        }
    }

    private static @Nullable JsonNode find(List<JsonNode> figures, String name) {
        return figures.stream()
                .filter(figure -> figure.get("name").asText().equals(name))
                .findFirst()
                .orElse(null);
    }

    private Map<String, Object> report(RunFacts facts, List<JsonNode> figures) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("bench", "tier");
        report.put("scale", scale);
        report.put("run", facts.toMap());
        figures.forEach(figure ->
                report.put(figure.get("name").asText(), figure.get("value").asDouble()));
        report.put("figures", figures);
        return report;
    }
}
