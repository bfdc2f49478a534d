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
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.InstallOption;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.cli.RoundOptions;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.tier.ProbeProcess;
import org.ssdtier.benchmarks.tier.ProbeTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier bench schema}. */
@Command(
        name = "schema",
        description =
                "Measure rows with a schema ID instead of names: bytes on disk and CPU of scans, slices and writes, "
                        + "each as a ratio to Cassandra's bti; and bytes and CPU of cached row images, as ratios to "
                        + "images with names. Bti is measured twice: times are judged with the noise between the two. "
                        + "Two warm-up rounds are not counted.",
        mixinStandardHelpOptions = true)
public final class SchemaCommand implements Callable<Integer> {
    /** The main class of the probe. */
    static final String MAIN = "org.ssdtier.benchmarks.schema.probe.SchemaProbe";

    private static final String HEAP = "2g";
    private static final int LEAST_ROWS = 1_000;
    private static final int MOST_ROWS = 300_000;
    private static final int MOST_ROUNDS = 1_000;
    private static final int MOST_PAIRS = 100;
    private static final int MOST_SSTABLES = 100_000;
    private static final int MOST_DEFINITIONS = 16_384;
    private static final int ROUNDS_OF_STARTS = 5;
    private static final int ROUNDS_OF_A_PAIR = 5;
    private static final int ROUNDS_OF_A_STALL = 12;
    private static final int MOST_SECONDS = 3_600;
    private static final String NODE_HEAP = "3G";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int SECONDS_PER_MINUTE = 60;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private RoundOptions rounds = new RoundOptions(30_000, 12);

    @Mixin
    private final JsonOption json = new JsonOption();

    @Mixin
    private final IdleOptions idle = new IdleOptions();

    @Mixin
    private InstallOption install = new InstallOption();

    @Option(names = "--table", paramLabel = "TABLE", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<TableKind> tables = List.of(TableKind.values());

    @Option(names = "--part", paramLabel = "PART", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<Part> parts = List.of(Part.values());

    @Option(
            names = "--scale",
            paramLabel = "WORD",
            description = "Subject of the measurement: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). "
                    + "table: rows of one SSTable; many: a node with very many SSTables; "
                    + "stall: a catalogue whose drive fails.")
    private SchemaScale scale = SchemaScale.TABLE;

    @Option(
            names = "--sstables",
            paramLabel = "N",
            description = "SSTables per node, for --scale many (default: ${DEFAULT-VALUE}).")
    private int sstables = 1_000;

    @Option(
            names = "--definitions",
            paramLabel = "N",
            description = "Definitions per SSTable, for --scale many (default: ${DEFAULT-VALUE}).")
    private int definitions = 16_384;

    @Option(
            names = "--faults",
            paramLabel = "WORDS",
            description = "Faults of the drive, for --scale stall (default: ${DEFAULT-VALUE}).")
    private String faults = "hang,no-space,read-only,gone";

    @Option(
            names = "--fault-seconds",
            paramLabel = "N",
            description = "Minimum duration of each fault (default: ${DEFAULT-VALUE}).")
    private int faultSeconds = 60;

    @Option(
            names = "--against",
            paramLabel = "DIR",
            description = "For --scale table: compare with the build in another checkout instead, SSTables only.")
    private @Nullable Path against;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "Pairs of processes per table, for --against (default: ${DEFAULT-VALUE}).")
    private int pairs = 7;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Allowed.between("--rounds", rounds.rounds(), 1, MOST_ROUNDS);
        if (against != null) {
            Allowed.require(scale == SchemaScale.TABLE, "--scale", scale, SchemaScale.TABLE + " with --against");
            Allowed.require(parts.contains(Part.FILES), "--part", parts, Part.FILES + " with --against");
        }
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        Path work = Checkout.locate().root().resolve("build/bench-schema");
        Files.createDirectories(work);
        idle.await(json.isFile(), line -> say(err, line));
        long begin = System.nanoTime();
        RunFacts facts = RunFacts.begin(work);
        facts.addAll(idle.admit());
        if (scale == SchemaScale.STALL) {
            facts.setDisks("host; emulated for the catalogue's directory", "not limited");
        }
        List<JsonNode> figures =
                switch (scale) {
                    case TABLE ->
                        against == null ? tables(work, err) : builds(against, facts, work, line -> say(err, line));
                    case MANY -> many(work, line -> say(err, line));
                    case STALL -> stall(work, line -> say(err, line));
                };
        double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
        return show(facts, figures, seconds);
    }

    /** Shows the figures and returns the exit code. */
    int show(RunFacts facts, List<JsonNode> figures, double seconds) throws IOException {
        json.show(report(facts, figures, seconds), out -> {
            ProbeTable.print(out, figures);
            out.printf(Locale.ROOT, "wall time: %.1f min%n", seconds / SECONDS_PER_MINUTE);
        });
        return ProbeTable.areMet(figures) ? 0 : 1;
    }

    private static void say(PrintWriter err, String line) {
        err.println(line);
        err.flush();
    }

    private List<JsonNode> many(Path work, Consumer<String> progress) throws IOException, InterruptedException {
        Allowed.between("--sstables", sstables, 1, MOST_SSTABLES);
        Allowed.between("--definitions", definitions, 2, MOST_DEFINITIONS);
        DeviceRegistry host = install.prepare(DeviceRegistry.open(Checkout.locate(), progress));
        return new ManySSTables(
                        sstables, definitions, rounds(ROUNDS_OF_STARTS), NODE_HEAP, work.resolve("many"), progress)
                .run(host);
    }

    private List<JsonNode> stall(Path work, Consumer<String> progress) throws IOException, InterruptedException {
        Allowed.between("--fault-seconds", faultSeconds, 1, MOST_SECONDS);
        DeviceRegistry host = install.require(DeviceRegistry.open(Checkout.locate(), progress));
        List<JsonNode> figures = new ArrayList<>();
        StallTrial trial =
                new StallTrial(rounds(ROUNDS_OF_A_STALL), faultSeconds, host, work.resolve("stall"), progress);
        for (DeviceFault fault : faults()) {
            figures.addAll(trial.run(fault));
        }
        return figures;
    }

    private List<DeviceFault> faults() {
        List<DeviceFault> named = new ArrayList<>();
        for (String word : faults.split(",", -1)) {
            Optional<DeviceFault> fault = DeviceFault.named(word).filter(StallTrial.FAULTS::contains);
            Allowed.require(
                    fault.isPresent(),
                    "--faults",
                    word,
                    StallTrial.FAULTS.stream().map(DeviceFault::toString).collect(Collectors.joining(", ")));
            named.add(fault.orElseThrow());
        }
        return named;
    }

    /** Returns the number of rounds requested, or {@code otherwise} by default. */
    private int rounds(int otherwise) {
        boolean isGiven =
                Objects.requireNonNull(spec).commandLine().getParseResult().hasMatchedOption("--rounds");
        return isGiven ? rounds.rounds() : otherwise;
    }

    private List<JsonNode> tables(Path work, PrintWriter err) throws IOException, InterruptedException {
        Allowed.between("--rows", rounds.rows(), LEAST_ROWS, MOST_ROWS);
        ProbeProcess process = new ProbeProcess(Checkout.locate(), work, HEAP);
        List<JsonNode> figures = new ArrayList<>();
        for (TableKind table : tables) {
            say(err, "table " + table + " …");
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
        return figures;
    }

    private List<JsonNode> builds(Path checkout, RunFacts facts, Path work, Consumer<String> progress)
            throws IOException, InterruptedException {
        Allowed.between("--rows", rounds.rows(), LEAST_ROWS, MOST_ROWS);
        Allowed.between("--pairs", pairs, BuildComparison.LEAST_PAIRS, MOST_PAIRS);
        Checkout other = Checkout.at(checkout);
        other.dropInJar(); // fails at once if it is not built
        facts.add("other_commit", other.commit());
        ProbeProcess ours = new ProbeProcess(Checkout.locate(), work, HEAP);
        return new BuildComparison(ours, other, work, rounds.rows(), rounds(ROUNDS_OF_A_PAIR), pairs)
                .run(tables, progress);
    }

    private Map<String, Object> report(RunFacts facts, List<JsonNode> figures, double seconds) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("bench", "schema");
        report.put("scale", scale.toString());
        if (against != null) {
            report.put("rows", rounds.rows());
            report.put("rounds", rounds(ROUNDS_OF_A_PAIR));
            report.put("pairs", pairs);
        } else if (scale == SchemaScale.TABLE) {
            report.put("rows", rounds.rows());
            report.put("rounds", rounds.rounds());
            report.put("parts", parts.stream().map(Part::toString).toList());
        } else if (scale == SchemaScale.MANY) {
            report.put("sstables", sstables);
            report.put("definitions", definitions);
            report.put("rounds", rounds(ROUNDS_OF_STARTS));
        } else {
            report.put("fault_seconds", faultSeconds);
            report.put("rounds", rounds(ROUNDS_OF_A_STALL));
        }
        report.put("run", facts.toMap());
        report.put("wall_seconds", seconds);
        figures.forEach(figure -> report.put(Json.string(figure, "name"), Json.number(figure, "value")));
        report.put("figures", figures);
        return report;
    }
}
