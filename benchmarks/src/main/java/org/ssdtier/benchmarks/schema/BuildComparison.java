package org.ssdtier.benchmarks.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.MedianInterval;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.tier.ProbeProcess;

/**
 * The measurement {@code bench schema --against}: the catalogues of two builds, by one probe. The unit is a pair of
 * processes, one with the drop-in jar of each build, whose order alternates: two processes compile the same code
 * differently, so rounds within one process say little about a build. A figure of a pair is the quotient of both builds'
 * ratios to Cassandra's format; the noise is the same quotient of Cassandra's format to itself.
 */
final class BuildComparison {
    /** Fewer pairs have no 95 % interval of a median. */
    static final int LEAST_PAIRS = 6;

    private static final String SUBJECT = "_flushed";
    private static final String NOISE = "_bti_to_bti";

    /** Allowed growth of an SSTable, as a ratio; sizes are exact. */
    private static final double BYTES = 1.001;

    private static final double THOUSAND = 1_000;

    private final ProbeProcess ours;
    private final ProbeProcess theirs;
    private final Path work;
    private final List<String> arguments;
    private final int pairs;

    /**
     * Prepares a comparison.
     *
     * @param ours process with this checkout's drop-in jar
     * @param other built checkout to compare with
     * @param work directory for the tables
     * @param rows rows of a table
     * @param rounds measured rounds of a process
     * @param pairs number of pairs of processes, at least {@link #LEAST_PAIRS}
     */
    BuildComparison(ProbeProcess ours, Checkout other, Path work, int rows, int rounds, int pairs) {
        this.ours = ours;
        this.theirs = ours.withDropInOf(other);
        this.work = work;
        this.arguments = List.of(Integer.toString(rows), Integer.toString(rounds), "BUILD");
        this.pairs = pairs;
    }

    /** Compares the builds table by table and returns the figures. */
    List<JsonNode> run(List<TableKind> tables, Consumer<String> progress) throws IOException, InterruptedException {
        List<JsonNode> figures = new ArrayList<>();
        for (TableKind table : tables) {
            List<Map<String, Double>> here = new ArrayList<>();
            List<Map<String, Double>> there = new ArrayList<>();
            for (int pair = 0; pair < pairs; pair++) {
                progress.accept(String.format(Locale.ROOT, "table %s, pair %d of %d …", table, pair + 1, pairs));
                boolean isOursFirst = pair % 2 == 0;
                if (isOursFirst) {
                    here.add(measure(ours, table));
                }
                there.add(measure(theirs, table));
                if (!isOursFirst) {
                    here.add(measure(ours, table));
                }
            }
            quotients(here, there).forEach(figure -> figures.add(figure.toJson()));
        }
        return figures;
    }

    private Map<String, Double> measure(ProbeProcess build, TableKind table) throws IOException, InterruptedException {
        Path directory = work.resolve(table.toString());
        FileTree.delete(directory);
        List<String> all = new ArrayList<>(List.of(directory.toString(), table.name()));
        all.addAll(arguments);
        Map<String, Double> ratios = new LinkedHashMap<>();
        for (JsonNode figure : build.run(work.resolve("probe-" + table + ".log"), SchemaCommand.MAIN, all)) {
            ratios.put(Json.string(figure, "name"), Json.number(figure, "value"));
        }
        FileTree.delete(directory);
        return ratios;
    }

    /**
     * Returns the quotients of figures of two builds. Those of bytes and of CPU have a target: no worse than the other build,
     * for CPU within the noise.
     *
     * @param here for each pair, ratios to Cassandra's format of this build by name
     * @param there the same of the other build
     */
    static List<ScaleFigure> quotients(List<Map<String, Double>> here, List<Map<String, Double>> there) {
        List<ScaleFigure> figures = new ArrayList<>();
        for (String name : here.get(0).keySet()) {
            if (name.endsWith(SUBJECT)) {
                String subject = name.substring(0, name.length() - SUBJECT.length());
                List<Double> quotients = quotients(here, there, name);
                String note = String.format(
                        Locale.ROOT, "to bti: %.3f here, %.3f there", median(here, name), median(there, name));
                boolean isOfBytes = !here.get(0).containsKey(subject + NOISE);
                double most = isOfBytes ? BYTES : 1 + noise(quotients(here, there, subject + NOISE));
                figures.add(ScaleFigure.atMost(
                        subject + "_to_other", quotients, Math.round(most * THOUSAND) / THOUSAND, note));
            }
        }
        return figures;
    }

    private static List<Double> quotients(
            List<Map<String, Double>> here, List<Map<String, Double>> there, String name) {
        List<Double> quotients = new ArrayList<>();
        for (int pair = 0; pair < here.size(); pair++) {
            quotients.add(here.get(pair).get(name) / there.get(pair).get(name));
        }
        return quotients;
    }

    /** Returns the distance from 1 of the farther end of the interval of the median. */
    private static double noise(List<Double> quotients) {
        MedianInterval interval = MedianInterval.ofIndependent(quotients);
        return Math.max(Math.abs(interval.low() - 1), Math.abs(interval.high() - 1));
    }

    private static double median(List<Map<String, Double>> ratios, String name) {
        return Spread.of(ratios.stream().map(ratio -> ratio.get(name)).toList()).median();
    }
}
