package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class ClosedLoopSectionTest {
    @TempDir
    private Path directory;

    @Test
    void percentilesOfWaitingClients_areLabelled() throws IOException {
        ExperimentResult result = SyntheticSlots.result(waiting());
        String text = draw(result);
        assertTrue(
                text.contains(
                        "Percentiles of reads, all rounds together; closed loop: waits of the clients leave out stalls"),
                text);
        assertTrue(text.contains("aria-label=\"Latency of reads, 95 % reads, closed loop\""), text);
        assertEquals(
                List.of("95 %", "ssdtier", "5.00 ms", "5.00 ms", "0.50"),
                new ClosedLoopSection(result, arm -> 0).rows().get(1));
        assertFalse(
                MixTable.HEADING.stream().anyMatch(heading -> heading.startsWith("p")), MixTable.HEADING.toString());
    }

    /**
     * A stall delays every request that is due, so their percentiles are those to be read. Checked by removal: with slots at
     * fixed rates overlooked.
     */
    @Test
    void percentilesOfWaitingClients_areLeftOut_ifTheRunHasFixedRates() throws IOException {
        List<SlotResult> slots = new ArrayList<>(waiting());
        for (int round = 1; round <= 2; round++) {
            slots.add(SyntheticSlots.slot(new Slot("ohc", 95, round, 50), 50));
            slots.add(SyntheticSlots.slot(new Slot("ssdtier", 95, round, 50), 40));
        }
        JsonNode json = SyntheticSlots.json(slots);
        JsonNode cell = SyntheticSlots.cell(json, "ssdtier", 95);
        for (String absent : List.of("read_p50_us", "read_p99_us", "read_histogram", "read_p99_to_ohc")) {
            assertFalse(cell.has(absent), absent);
        }
        assertEquals(1.25, cell.at("/read_p99_to_ohc_at_50/median").asDouble(), 0.01);
        assertEquals(2, cell.at("/read_p99_to_ohc_at_50/runs").asInt());
        assertEquals(25_000, cell.at("/loads/0/p99Micros").asDouble(), 50);
        String text = draw(ExperimentResult.of(json));
        assertTrue(text.contains("<td>1.25</td><td>1.25 (ohc)</td>"), "at the rate: " + text);
        assertFalse(text.contains("closed loop"), text);
        assertFalse(text.contains("aria-label=\"Latency of reads"), text);
        assertFalse(text.contains("Missing"), text);
    }

    /** Its percentiles grow with the length of a slot. Checked by removal: the ratio to it is then 1.25. */
    @Test
    void armThatDoesNotKeepUp_hasNoRatios() throws IOException {
        List<SlotResult> slots = new ArrayList<>(waiting());
        for (int round = 1; round <= 2; round++) {
            SlotResult overloaded = SyntheticSlots.slot(new Slot("ohc", 95, round, 50), 50);
            slots.add(SyntheticSlots.withOffered(overloaded, 60));
            slots.add(SyntheticSlots.slot(new Slot("ssdtier", 95, round, 50), 40));
        }
        JsonNode json = SyntheticSlots.json(slots);
        assertFalse(SyntheticSlots.cell(json, "ssdtier", 95).has("read_p99_to_ohc_at_50"));
        String text = draw(ExperimentResult.of(json));
        assertTrue(text.contains("(does not keep up)"), text);
    }

    /** In results of earlier versions, the percentiles of waiting clients are beside the loads. */
    @Test
    void earlierResultWithFixedRates_hasNoOthersEither() throws IOException {
        JsonNode json = SyntheticSlots.json(waiting());
        JsonNode cell = SyntheticSlots.cell(json, "ohc", 95);
        LoadFigures load = LoadFigures.of(List.of(SyntheticSlots.slot(new Slot("ohc", 95, 1, 50), 50)));
        ((ObjectNode) cell).set("loads", new ObjectMapper().valueToTree(List.of(load)));
        ExperimentResult result = ExperimentResult.of(json);
        assertEquals(List.of(), new ClosedLoopSection(result, arm -> 0).rows());
        assertFalse(draw(result).contains("closed loop"));
    }

    private static List<SlotResult> waiting() {
        List<SlotResult> slots = new ArrayList<>();
        for (int round = 1; round <= 2; round++) {
            slots.add(SyntheticSlots.slot(new Slot("ohc", 95, round), 100));
            slots.add(SyntheticSlots.slot(new Slot("ssdtier", 95, round), 200));
        }
        return slots;
    }

    private String draw(ExperimentResult result) throws IOException {
        Path html = directory.resolve("report.html");
        new ExperimentReport(result).report().write(html);
        return Files.readString(html);
    }
}
