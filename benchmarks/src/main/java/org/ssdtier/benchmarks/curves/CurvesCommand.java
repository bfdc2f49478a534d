package org.ssdtier.benchmarks.curves;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.launcher.JsonOption;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.tier.ProbeProcess;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code ssdtier bench curves}: the hit ratio of the real cache on a Zipf trace, beside the ideal, perfect LFU and LRU. Every
 * option may be a list; each combination is one case, in a JVM of its own.
 *
 * <p>The JSON: {@code bench} ({@code curves}), {@code run} ({@link RunFacts}), {@code command}, and
 * {@code cases}, a list of
 * objects with these fields, numbers unless said otherwise. Ratios are over the measured reads, counters since the start.
 *
 * <ul>
 *   <li>what was asked for: {@code rows}, {@code memory_rows}, {@code ssd_rows}, {@code write_share}, {@code policy} (text:
 *       survive, invalidate), {@code admission} (text: all, second_sight), {@code reinserted_share}, {@code image_bytes},
 *       {@code seed}, {@code warm_up_requests} (as many as it took), {@code measured_requests}, {@code seconds};
 *   <li>hit ratios: {@code ideal} (the most popular rows, known beforehand; less the share of writes if they drop the row),
 *       {@code ours} = {@code ours_memory} + {@code ours_ssd}, {@code ours_to_ideal}, {@code ssd_share_of_misses} (of what
 *       memory misses), {@code frequency} (perfect LFU, which learns), {@code lru}, {@code windows} and {@code
 *       frequency_windows} (lists: {@code ours} and {@code frequency} in each tenth of the measured requests);
 *   <li>what it cost: {@code write_amplification} (device bytes to bytes of records), {@code copies_to_writes} (bytes that reclaim
 *       copied to bytes of records), {@code device_writes_per_request} (records, copies included), {@code admitted}, {@code
 *       rejected_first_sight}, {@code already_on_ssd}, {@code reclaims}, {@code entries_on_ssd}, {@code index_bytes_per_entry}.
 * </ul>
 */
@Command(
        name = "curves",
        description = "Hit ratios of the real cache, offline, beside the ideal, perfect LFU and LRU.",
        mixinStandardHelpOptions = true)
public final class CurvesCommand implements Callable<Integer> {
    private static final String MAIN = "org.ssdtier.benchmarks.curves.trace.CurveMain";
    private static final long MANY_ROWS = 20_000_000;
    private static final long MOST_ROWS = 500_000_000;
    private static final int IMAGE_BYTES = 400;
    private static final int SMALL_IMAGE_BYTES = 16;
    private static final int HEAP_BYTES_A_ROW = 9;
    private static final int BYTES_AN_ENTRY = 180;
    private static final int BASE_MIB = 400;
    private static final double NANOS_A_SECOND = 1e9;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "N",
            defaultValue = "4000000",
            description = "Rows of the table.")
    private List<Long> rows = List.of();

    @Option(
            names = "--memory-share",
            split = ",",
            paramLabel = "X",
            defaultValue = "0.02",
            description = "Share of the rows that the memory tier holds.")
    private List<Double> memoryShares = List.of();

    @Option(
            names = "--ssd-share",
            split = ",",
            paramLabel = "X",
            defaultValue = "0.10",
            description = "Share of the rows that the SSD tier holds; 0 for none.")
    private List<Double> ssdShares = List.of();

    @Option(
            names = "--writes",
            split = ",",
            paramLabel = "X",
            defaultValue = "0.05",
            description = "Share of the measured requests that are writes.")
    private List<Double> writes = List.of();

    @Option(
            names = "--policy",
            split = ",",
            paramLabel = "WORD",
            defaultValue = "survive",
            description = "write_policy: survive or invalidate.")
    private List<String> policies = List.of();

    @Option(
            names = "--admission",
            split = ",",
            paramLabel = "WORD",
            defaultValue = "second_sight",
            description = "admission: second_sight or all.")
    private List<String> admissions = List.of();

    @Option(
            names = "--reinserted-share",
            split = ",",
            paramLabel = "X",
            defaultValue = "0.15",
            description = "The most that copies by reclaim take of all that is written; 0.15 is what a node has.")
    private List<Double> reinsertedShares = List.of();

    @Option(
            names = "--requests-per-row",
            paramLabel = "X",
            description = "Requests measured after the warm-up, a row (default: 5; 1 from 20 million rows on).")
    private @Nullable Double requestsPerRow;

    @Option(
            names = "--image-bytes",
            paramLabel = "N",
            description = "Bytes of a row image (default: 400; 16 from 20 million rows on).")
    private @Nullable Integer imageBytes;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of the requests.")
    private long seed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        validate();
        List<Map<String, Object>> cases = cases();
        RunFacts facts = RunFacts.begin(seed, workDirectory());
        PrintWriter out = json.display();
        out.println(CurveTable.HEADER);
        List<JsonNode> results = new ArrayList<>();
        for (Map<String, Object> one : cases) {
            JsonNode result = run(command, one, results.size() + 1, cases.size());
            results.add(result);
            out.println(CurveTable.line(result));
            out.flush();
        }
        json.write(report(command, facts, results));
        return 0;
    }

    private JsonNode run(CommandSpec command, Map<String, Object> one, int number, int of)
            throws IOException, InterruptedException {
        long tableRows = (Long) one.get("rows");
        long heapMebibytes = heapMebibytes(one);
        PrintWriter err = command.commandLine().getErr();
        err.printf(Locale.ROOT, "case %d of %d: %s, heap %,d MiB%n", number, of, one, heapMebibytes);
        err.flush();
        Path work = workDirectory();
        Files.createDirectories(work);
        List<String> arguments = one.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .toList();
        long startNanos = System.nanoTime();
        List<JsonNode> lines =
                new ProbeProcess(Checkout.locate(), work, heapMebibytes + "m").run(null, MAIN, arguments);
        if (lines.size() != 1) {
            throw new IOException("rows=" + tableRows + ": lines of JSON=" + lines.size() + ", expected 1");
        }
        double seconds = (System.nanoTime() - startNanos) / NANOS_A_SECOND;
        return ((ObjectNode) lines.get(0)).put("seconds", Math.round(seconds * 10) / 10.0);
    }

    private static Path workDirectory() {
        return Checkout.locate().root().resolve("build/bench-curves");
    }

    private void validate() {
        check("--rows", rows, 1_000L, MOST_ROWS);
        check("--memory-share", memoryShares, 0.0001, 0.5);
        check("--ssd-share", ssdShares, 0.0, 0.5);
        check("--writes", writes, 0.0, 0.99);
        check("--reinserted-share", reinsertedShares, 0.0, 0.9);
        check("--policy", policies, List.of("survive", "invalidate"));
        check("--admission", admissions, List.of("second_sight", "all"));
        if (requestsPerRow != null) {
            check("--requests-per-row", List.of(requestsPerRow), 0.01, 1000.0);
        }
        if (imageBytes != null) {
            check("--image-bytes", List.of(imageBytes), 1, 4_000);
        }
    }

    private <T extends Number> void check(String name, List<T> values, T least, T most) {
        for (T value : values) {
            if (value.doubleValue() < least.doubleValue() || value.doubleValue() > most.doubleValue()) {
                throw refused(name, value, least + " to " + most);
            }
        }
    }

    private void check(String name, List<String> values, List<String> allowed) {
        for (String value : values) {
            if (!allowed.contains(value)) {
                throw refused(name, value, String.join(" | ", allowed));
            }
        }
    }

    private CommandLine.ParameterException refused(String name, Object value, String allowed) {
        return new CommandLine.ParameterException(
                Objects.requireNonNull(spec).commandLine(), name + "=" + value + ", allowed " + allowed);
    }

    /** Every combination of the options, as the simulator takes them. */
    private List<Map<String, Object>> cases() {
        List<Map<String, Object>> cases = List.of(Map.of());
        cases = times(cases, "rows", rows);
        cases = times(cases, "memoryShare", memoryShares);
        cases = times(cases, "ssdShare", ssdShares);
        cases = times(cases, "writes", writes);
        cases = times(cases, "policy", policies);
        cases = times(cases, "admission", admissions);
        cases = times(cases, "reinsertedShare", reinsertedShares);
        for (Map<String, Object> one : cases) {
            boolean isMany = (Long) one.get("rows") >= MANY_ROWS;
            one.put("requestsPerRow", requestsPerRow != null ? requestsPerRow : isMany ? 1.0 : 5.0);
            one.put("imageBytes", imageBytes != null ? imageBytes : isMany ? SMALL_IMAGE_BYTES : IMAGE_BYTES);
            one.put("seed", seed);
        }
        return cases;
    }

    private static List<Map<String, Object>> times(List<Map<String, Object>> cases, String name, List<?> values) {
        List<Map<String, Object>> product = new ArrayList<>();
        for (Map<String, Object> one : cases) {
            for (Object value : values) {
                Map<String, Object> next = new LinkedHashMap<>(one);
                next.put(name, value);
                product.add(next);
            }
        }
        return product;
    }

    /** The arms beside ours keep two numbers a row; an entry has its object, and a record in the SSD tier's memory. */
    private static long heapMebibytes(Map<String, Object> one) {
        long tableRows = (Long) one.get("rows");
        double share = (Double) one.get("memoryShare") + (Double) one.get("ssdShare");
        double bytes =
                tableRows * (HEAP_BYTES_A_ROW + share * (BYTES_AN_ENTRY + 1.3 * (Integer) one.get("imageBytes")));
        return BASE_MIB + (long) (1.3 * bytes / (1 << 20));
    }

    private static Map<String, Object> report(CommandSpec command, RunFacts facts, List<JsonNode> results) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("bench", "curves");
        report.put("run", facts.toMap());
        report.put(
                "command",
                String.join(" ", command.root().commandLine().getParseResult().originalArgs()));
        report.put("cases", results);
        return report;
    }
}
