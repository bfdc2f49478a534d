package org.ssdtier.benchmarks.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.launcher.Allowed;
import org.ssdtier.benchmarks.launcher.JsonOption;
import org.ssdtier.benchmarks.launcher.RoundOptions;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.tier.FigureTable;
import org.ssdtier.benchmarks.tier.ProbeProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ssdtier bench schema}. */
@Command(
        name = "schema",
        description =
                "What rows take with a schema ID instead of their names: bytes on disk and CPU of scans, slices and "
                        + "writes, each as a ratio to Cassandra's bti; and bytes and CPU of cached row images, as ratios to "
                        + "images with names. Bti is there twice: times are judged with the noise between the two. Two rounds come "
                        + "before those that are measured.",
        mixinStandardHelpOptions = true)
public final class SchemaCommand implements Callable<Integer> {
    private static final String MAIN = "org.ssdtier.benchmarks.schema.probe.SchemaProbe";
    private static final String HEAP = "2g";
    private static final int LEAST_ROWS = 1_000;
    private static final int MOST_ROWS = 300_000;
    private static final int MOST_ROUNDS = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int SECONDS_PER_MINUTE = 60;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private RoundOptions rounds = new RoundOptions(30_000, 12);

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(names = "--table", paramLabel = "TABLE", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<TableKind> tables = List.of(TableKind.values());

    @Option(names = "--part", paramLabel = "PART", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<Part> parts = List.of(Part.values());

    @Override
    public Integer call() throws IOException, InterruptedException {
        Allowed.between("--rows", rounds.rows(), LEAST_ROWS, MOST_ROWS);
        Allowed.between("--rounds", rounds.rounds(), 1, MOST_ROUNDS);
        Path work = Checkout.locate().root().resolve("build/bench-schema");
        Files.createDirectories(work);
        long begin = System.nanoTime();
        RunFacts facts = RunFacts.begin(work);
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        ProbeProcess process = new ProbeProcess(Checkout.locate(), work, HEAP);
        List<JsonNode> figures = new ArrayList<>();
        for (TableKind table : tables) {
            err.printf("table %s …%n", table);
            err.flush();
            Path directory = work.resolve(table.toString());
            FileTree.delete(directory);
            figures.addAll(process.run(
                    work.resolve("probe-" + table + ".log"),
                    MAIN,
                    List.of(
                            directory.toString(),
                            table.name(),
                            Integer.toString(rounds.rows()),
                            Integer.toString(rounds.rounds()),
                            parts.stream().map(Part::name).collect(Collectors.joining(",")))));
            FileTree.delete(directory);
        }
        double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
        json.show(report(facts, figures, seconds), out -> {
            FigureTable.print(out, figures);
            out.printf(Locale.ROOT, "wall time: %.1f min%n", seconds / SECONDS_PER_MINUTE);
        });
        return figures.stream().allMatch(figure -> figure.get("met").asBoolean()) ? 0 : 1;
    }

    private Map<String, Object> report(RunFacts facts, List<JsonNode> figures, double seconds) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("bench", "schema");
        report.put("rows", rounds.rows());
        report.put("rounds", rounds.rounds());
        report.put("parts", parts.stream().map(Part::toString).toList());
        report.put("run", facts.toMap());
        report.put("wall_seconds", seconds);
        figures.forEach(figure ->
                report.put(figure.get("name").asText(), figure.get("value").asDouble()));
        report.put("figures", figures);
        return report;
    }
}
