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
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.tier.ProbeProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command {@code ssdtier bench curves}: the hit ratio of the real cache on a Zipf trace, compared with the ideal,
 * perfect LFU, W-TinyLFU and LRU. Most options may be lists; each combination is one case, in a JVM of its own.
 *
 * <p>The JSON has {@code bench} ({@code curves}), {@code run} ({@link RunFacts}), {@code command}, and {@code cases}, a
 * list of objects with the following fields, which are numbers unless stated otherwise. Ratios are over the measured
 * reads, counters since the start.
 *
 * <ul>
 *   <li>parameters: {@code rows}, {@code memory_rows}, {@code ssd_rows}, {@code write_share}, {@code policy} (text:
 *       survive, invalidate), {@code admission} (text: all, second_sight), {@code reinserted_share},
 *       {@code image_bytes}, {@code seed}, {@code warm_up_requests} (as many as necessary), {@code measured_requests},
 *       {@code shift_requests}, {@code seconds};
 *   <li>hit ratios: {@code ideal} (caches the most popular rows, known beforehand; minus the fraction of writes if they
 *       drop the row), {@code ours} = {@code ours_memory} + {@code ours_ssd}, {@code ours_to_ideal}, {@code
 *       ssd_share_of_misses} (of the misses in memory), {@code frequency} (perfect LFU, which learns), {@code lru},
 *       {@code tiny_lfu} (Caffeine),
 *       {@code windows} and {@code frequency_windows} (lists: {@code ours} and {@code frequency} in each tenth of the
 *       measured requests);
 *   <li>costs: {@code write_amplification} (device bytes to bytes of records), {@code copies_to_writes} (bytes copied
 *       by reclaim to bytes of records), {@code device_writes_per_request} (records, including copies),
 *       {@code admitted}, {@code rejected_first_sight}, {@code already_on_ssd}, {@code reclaims},
 *       {@code entries_on_ssd}, {@code index_bytes_per_entry}.
 * </ul>
 */
@Command(
        name = "curves",
        description =
                "Measure hit ratios of the real cache, offline, compared with the ideal, perfect LFU, W-TinyLFU and LRU.",
        mixinStandardHelpOptions = true)
public final class CurvesCommand implements Callable<Integer> {
    private static final String MAIN = "org.ssdtier.benchmarks.curves.trace.CurveMain";
    private static final int HEAP_BYTES_PER_ROW = 9;
    private static final int BYTES_PER_ENTRY = 180;
    private static final int TINY_LFU_BYTES_PER_ENTRY = 110;
    private static final int BASE_MIB = 400;
    private static final double NANOS_PER_SECOND = 1e9;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Mixin
    private final IdleOptions idle = new IdleOptions();

    @Mixin
    private final CurveCases wanted = new CurveCases();

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        List<Map<String, Object>> cases = wanted.all();
        idle.await(json.isFile(), command.commandLine().getErr()::println);
        RunFacts facts = RunFacts.begin(wanted.seed(), workDirectory());
        facts.addAll(idle.admit());
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
        double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
        return ((ObjectNode) lines.get(0)).put("seconds", Math.round(seconds * 10) / 10.0);
    }

    private static Path workDirectory() {
        return Checkout.locate().root().resolve("build/bench-curves");
    }

    /**
     * Returns the heap size of a case. The other arms keep two numbers per row; an entry of ours has an object, and a
     * record in the SSD tier's memory.
     */
    private static long heapMebibytes(Map<String, Object> one) {
        long tableRows = (Long) one.get("rows");
        double share = (Double) one.get("memoryShare") + (Double) one.get("ssdShare");
        double bytes = tableRows
                * (HEAP_BYTES_PER_ROW
                        + share * (BYTES_PER_ENTRY + TINY_LFU_BYTES_PER_ENTRY + 1.3 * (Integer) one.get("imageBytes")));
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
