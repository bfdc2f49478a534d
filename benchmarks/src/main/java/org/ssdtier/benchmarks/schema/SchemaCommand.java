package org.ssdtier.benchmarks.schema;

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
import org.ssdtier.benchmarks.launcher.JsonOption;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.tier.FigureTable;
import org.ssdtier.benchmarks.tier.ProbeProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ssdtier bench schema}. */
@Command(
        name = "schema",
        description =
                "What rows take with a schema ID instead of their names: bytes on disk and CPU of scans, slices and "
                        + "writes, each as a ratio to Cassandra's bti.",
        mixinStandardHelpOptions = true)
public final class SchemaCommand implements Callable<Integer> {
    private static final String MAIN = "org.ssdtier.benchmarks.schema.probe.SchemaProbe";
    private static final String HEAP = "2g";
    private static final int LEAST_ROWS = 1_000;
    private static final int MOST_ROWS = 300_000;
    private static final int MOST_ROUNDS = 1_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(names = "--rows", paramLabel = "N", description = "Rows of each table (default: ${DEFAULT-VALUE}).")
    private int rows = 30_000;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Times that the CPU is measured, after two that do not count (default: ${DEFAULT-VALUE}).")
    private int rounds = 7;

    @Option(names = "--table", paramLabel = "TABLE", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<TableKind> tables = List.of(TableKind.values());

    @Override
    public Integer call() throws IOException, InterruptedException {
        require("--rows", rows, LEAST_ROWS, MOST_ROWS);
        require("--rounds", rounds, 1, MOST_ROUNDS);
        Path work = Checkout.locate().root().resolve("build/bench-schema");
        Files.createDirectories(work);
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
                    List.of(directory.toString(), table.name(), Integer.toString(rows), Integer.toString(rounds))));
            FileTree.delete(directory);
        }
        json.show(report(facts, figures), out -> FigureTable.print(out, figures));
        return 0;
    }

    private void require(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(),
                    option + "=" + value + ": allowed " + least + " to " + most);
        }
    }

    private Map<String, Object> report(RunFacts facts, List<JsonNode> figures) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("bench", "schema");
        report.put("rows", rows);
        report.put("rounds", rounds);
        report.put("run", facts.toMap());
        figures.forEach(figure ->
                report.put(figure.get("name").asText(), figure.get("value").asDouble()));
        report.put("figures", figures);
        return report;
    }
}
