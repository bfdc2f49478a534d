package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ReadsSectionTest {
    /** 0.7 of the reads are hits, so that at 75 % reads there are 0.225 misses for each request. */
    private static final DiskReads TRACED = new DiskReads(0.225, 0.045, 0.18, 0.0225, 0, 0.05625, 0.01125, 0.45);

    @Test
    void tracedReads_areShownForAMiss() throws IOException {
        List<SlotResult> slots = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            slots.add(SyntheticSlots.withReads(SyntheticSlots.slot(new Slot("ohc", 75, round), 100), TRACED));
            slots.add(SyntheticSlots.slot(new Slot("all-ssd", 75, round), 500));
        }
        JsonNode json = SyntheticSlots.json(slots);
        assertEquals(
                List.of(List.of(
                        "75 %", "ohc", "2.10", "1.00", "0.20", "0.80", "0.10", "0.00", "1.50", "0.25", "0.05", "0.00")),
                new ReadsSection(ExperimentResult.of(json)).rows());
        assertEquals(
                3,
                SyntheticSlots.cell(json, "ohc", 75)
                        .at("/disk_reads_per_miss/index/runs")
                        .asInt());
        assertEquals(0.18, json.get("slots").get(0).at("/disk/reads/index").asDouble(), "as measured, for a request");
    }
}
