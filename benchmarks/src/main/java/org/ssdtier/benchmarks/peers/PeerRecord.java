package org.ssdtier.benchmarks.peers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.Json;

/** The measurements of one peer: the answers of its process by phase, and the figures calculated from them. */
final class PeerRecord {
    private static final List<String> READ_FIGURES = List.of(
            "reads_per_second",
            "p50_us",
            "p99_us",
            "cpu_us_per_read",
            "processor_share",
            "device_reads_per_hit",
            "device_bytes_per_hit");

    private final PeerName name;
    private final boolean isCapped;
    private final Map<String, JsonNode> phases = new LinkedHashMap<>();
    private final Map<Integer, List<JsonNode>> reads = new TreeMap<>();
    private final Map<Integer, List<Double>> ratiosToRaw = new TreeMap<>();
    private @Nullable String failure;
    private @Nullable String notRun;

    PeerRecord(PeerName name, boolean isCapped) {
        this.name = name;
        this.isCapped = isCapped;
    }

    /** Returns the record of a peer that cannot be run here. */
    static PeerRecord notRun(PeerName name, String why) {
        PeerRecord none = new PeerRecord(name, false);
        none.notRun = why;
        return none;
    }

    PeerName name() {
        return name;
    }

    void put(String phase, JsonNode figures) {
        phases.put(phase, figures);
    }

    void addReads(int threads, JsonNode figures) {
        reads.computeIfAbsent(threads, absent -> new ArrayList<>()).add(figures);
    }

    void addRatioToRaw(int threads, double ratio) {
        ratiosToRaw.computeIfAbsent(threads, absent -> new ArrayList<>()).add(ratio);
    }

    /** Returns the spread of the reads per second divided by those of the raw reads immediately before. */
    Spread ratioToRaw(int threads) {
        return Spread.of(ratiosToRaw.getOrDefault(threads, List.of()));
    }

    void fail(String why) {
        failure = why;
    }

    boolean hasFailed() {
        return failure != null;
    }

    /** Returns whether reads gave rows that were never put under their key or, of ours, old ones. Other caches may keep old rows. */
    boolean hasWrongRows() {
        return Stream.concat(phases.values().stream(), reads.values().stream().flatMap(List::stream))
                .anyMatch(figures -> figures.path("wrong").asLong() > 0
                        || name == PeerName.OURS && figures.path("stale").asLong() > 0);
    }

    /** Returns why figures are missing, not run or failed; null if the record is complete. */
    @Nullable
    String remark() {
        return failure != null ? "failed: " + failure : notRun != null ? "not run: " + notRun : null;
    }

    /**
     * Returns the spread of a figure of the reads; a spread of no runs if the peer was not read, or does not have it.
     *
     * @throws IllegalStateException if a round lacks the figure
     */
    Spread spread(int threads, String figure) {
        return Spread.of(reads.getOrDefault(threads, List.of()).stream()
                .map(round -> number(round, figure))
                .filter(value -> !Double.isNaN(value))
                .toList());
    }

    /** Returns the fraction of the rows that were verified to be present before the reads. */
    double residentShare() {
        double current = figure("fill", "current");
        return current / (current + figure("fill", "absent") + figure("fill", "stale") + figure("fill", "wrong"));
    }

    /** Returns the fraction of the reads of resident rows that were answered. */
    double hitShare(int threads) {
        return spread(threads, "hits").median() / spread(threads, "reads").median();
    }

    double memoryBytesPerRow() {
        return figure("memory", "memory_bytes") / figure("fill", "current");
    }

    double writeAmplification() {
        return figure("fill", "written_bytes") / figure("fill", "logical_bytes");
    }

    /** Returns the ratio of the number of current rows after a phase to that before it, 0 to 1. */
    double keptShare(String before, String after) {
        return figure(after, "current") / figure(before, "current");
    }

    /**
     * Returns a figure of a phase; NaN if the peer did not reach the phase, or does not have the figure.
     *
     * @throws IllegalStateException if the phase lacks the figure
     */
    double figure(String phase, String figure) {
        JsonNode figures = phases.get(phase);
        return figures == null ? Double.NaN : number(figures, figure);
    }

    /** Returns the reads per second that reached the device. */
    double deviceReadsPerSecond(int threads) {
        return spread(threads, "reads_per_second").median()
                * hitShare(threads)
                * spread(threads, "device_reads_per_hit").median();
    }

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        String remark = remark();
        map.put("status", remark == null ? "complete" : remark);
        map.put("page_cache_capped", isCapped);
        reads.forEach((threads, rounds) -> {
            Map<String, Object> figures = new LinkedHashMap<>();
            for (String figure : READ_FIGURES) {
                Spread spread = spread(threads, figure);
                if (spread.runs() > 0) {
                    figures.put(figure, spread.toMap());
                }
            }
            if (ratioToRaw(threads).runs() > 0) {
                figures.put("reads_to_raw", ratioToRaw(threads).toMap());
                figures.put("reads_to_raw_rounds", ratiosToRaw.get(threads));
            }
            figures.put("rounds", rounds);
            map.put("reads_threads_" + threads, figures);
        });
        putFinite(map, "resident_share", residentShare());
        putFinite(map, "memory_bytes_per_row", memoryBytesPerRow());
        putFinite(map, "write_amplification", writeAmplification());
        putFinite(map, "kept_after_stop", keptShare("before_stop", "after_stop"));
        putFinite(map, "kept_after_kill", keptShare("before_kill", "after_kill"));
        map.put("phases", phases);
        return map;
    }

    private static void putFinite(Map<String, Object> map, String name, double value) {
        if (Double.isFinite(value)) {
            map.put(name, value);
        }
    }

    /** Returns a figure; NaN if it is null, which stands for a figure that the peer does not have. */
    private static double number(JsonNode figures, String name) {
        return Json.field(figures, name).isNull() ? Double.NaN : Json.number(figures, name);
    }
}
