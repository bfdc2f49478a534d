package org.ssdtier.benchmarks.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
            "failed_operations");

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

    @Test
    void counters_sinceAnEarlierMoment_giveSharesOfTheReadsBetween() {
        DemoCounters earlier =
                DemoCounters.of(Map.of("memoryHits", 100L, "ssdHits", 10L, "misses", 90L, "entries", 5L));
        DemoCounters later = DemoCounters.of(
                Map.of("memoryHits", 150L, "pendingHits", 10L, "ssdHits", 40L, "misses", 100L, "entries", 7L));
        DemoCounters between = later.since(earlier);
        assertEquals(0.60, between.memoryShare(), 1e-9);
        assertEquals(0.30, between.ssdShare(), 1e-9);
        assertEquals(0.10, between.missShare(), 1e-9);
        assertEquals(7, between.entries());
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
                1, new DemoResult.Latency(1, 2), new DemoResult.Hits(0.5, 0.25, 0.75), 1, 1, 10, 3, stale, failed);
    }

    private static List<String> namesOf(JsonNode json) {
        List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
