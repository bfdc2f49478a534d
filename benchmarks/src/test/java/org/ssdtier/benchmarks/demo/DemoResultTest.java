package org.ssdtier.benchmarks.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;
import org.ssdtier.ycsb.run.OperationInterval;

@Tag("unit")
final class DemoResultTest {
    private static final List<String> FIELDS = List.of(
            "reads_per_second",
            "read_latency_us",
            "hit_ratio",
            "device_reads_per_ssd_hit",
            "write_amplification",
            "index_bytes_per_entry",
            "entries_on_ssd",
            "stale_reads",
            "failed_operations",
            "run",
            "checked",
            "series");

    @Test
    void json_hasExactlyItsFields() {
        JsonNode json = new ObjectMapper().valueToTree(result(0, 0));
        assertEquals(FIELDS, namesOf(json));
        assertEquals(List.of("p50", "p99"), namesOf(json.get("read_latency_us")));
        assertEquals(List.of("memory", "ssd", "total"), namesOf(json.get("hit_ratio")));
    }

    @Test
    void staleReadOrFailure_isNotGood() {
        assertTrue(result(0, 0).isGood());
        assertFalse(result(1, 0).isGood());
        assertFalse(result(0, 1).isGood());
    }

    /** The report needs nothing but the JSON. */
    @Test
    void report_isDrawnFromTheJson(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("demo.json");
        Json.write(file, result(0, 0));
        String html = draw(file);
        assertEquals(3, html.split("<svg ", -1).length - 1);
        assertTrue(html.contains("30,000 rows of 400 bytes") && html.contains("stale of 500 checked reads"), html);
        assertTrue(html.contains("<td>0 of 500 checked</td>"), html);
    }

    @Test
    void reportOfAnEarlyResult_saysWhatIsMissing(@TempDir Path directory) throws IOException {
        ObjectNode early = new ObjectMapper().valueToTree(result(0, 0));
        early.remove(List.of("run", "checked", "series"));
        Path file = directory.resolve("demo.json");
        Json.write(file, early);
        String html = draw(file);
        assertFalse(html.contains("<svg"), html);
        assertTrue(html.contains("Missing: reads by tier, throughput and latency over time"), html);
        assertTrue(html.contains("<td>index bytes per row on the SSD</td><td>10.0</td>"), html);
    }

    private static String draw(Path file) throws IOException {
        Path html = ResultReports.beside(file);
        new ResultReports(List.of(new DemoResults())).draw(file, html);
        return Files.readString(html);
    }

    @Test
    void series_areThoseOfTheSamples() {
        DemoCounters tier = counters(Map.of("memoryHits", 2L, "ssdHits", 1L));
        OperationInterval reads = new OperationInterval(300, 0, 500, 400, 900, 1_000);
        DemoSeries series = DemoSeries.of(List.of(new Sample(1.04, true, 1.0, reads, tier)));
        assertEquals(
                new DemoSeries(
                        List.of(1.0),
                        List.of(0.6667),
                        List.of(0.3333),
                        List.of(0.0),
                        List.of(300.0),
                        List.of(400L),
                        List.of(900L)),
                series);
    }

    @Test
    void counters_sinceAnEarlierMoment_giveSharesOfTheReadsBetween() {
        DemoCounters earlier = counters(Map.of("memoryHits", 100L, "ssdHits", 10L, "misses", 90L, "entries", 5L));
        DemoCounters later =
                counters(Map.of("memoryHits", 150L, "pendingHits", 10L, "ssdHits", 40L, "misses", 100L, "entries", 7L));
        DemoCounters between = later.since(earlier);
        assertEquals(0.60, between.memoryShare(), 1e-9);
        assertEquals(0.30, between.ssdShare(), 1e-9);
        assertEquals(0.10, between.missShare(), 1e-9);
        assertEquals(7, between.entries());
    }

    /** Returns counters; those that are not given are 0. */
    private static DemoCounters counters(Map<String, Long> given) {
        Map<String, Long> all = new HashMap<>();
        List.of(
                        "memoryHits",
                        "pendingHits",
                        "ssdHits",
                        "misses",
                        DemoCounters.ALL_SSD_HITS,
                        "deviceReads",
                        "bytesWritten",
                        "bytesLogical",
                        "demotions",
                        "promotions",
                        "entries",
                        "indexBytes")
                .forEach(name -> all.put(name, given.getOrDefault(name, 0L)));
        return DemoCounters.of(new CounterReading(all));
    }

    @Test
    void shares_ofNoReads_areZero() {
        assertEquals(0, DemoCounters.ZERO.memoryShare());
        assertEquals(0, DemoCounters.ZERO.ssdShare());
    }

    @Test
    void options_outOfRange_areRefusedWithTheAllowedRange() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new DemoOptions(Path.of("x"), 1, 5, 1_000, 1));
        assertEquals("seconds=1: allowed is 5 or more", refused.getMessage());
    }

    private static DemoResult result(long stale, long failed) {
        return new DemoResult(
                1,
                new DemoResult.Latency(1, 2),
                new DemoResult.Hits(0.5, 0.25, 0.75),
                1,
                1,
                10,
                3,
                stale,
                failed,
                new DemoResult.Run(30_000, "1MiB", "512MiB", 4, 5, 5, Map.of("commit", "1234567890ab")),
                new DemoResult.Checked(500, List.of()),
                new DemoSeries(
                        List.of(1.0, 2.0),
                        List.of(0.5, 0.6),
                        List.of(0.25, 0.3),
                        List.of(0.25, 0.1),
                        List.of(1_000.0, 1_200.0),
                        List.of(300L, 310L),
                        List.of(900L, 950L)));
    }

    private static List<String> namesOf(JsonNode json) {
        List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
