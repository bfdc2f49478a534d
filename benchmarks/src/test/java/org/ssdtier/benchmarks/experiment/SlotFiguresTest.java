package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that disturbances of a slot appear in the figures of its cell and in the report. */
@Tag("unit")
final class SlotFiguresTest {
    /** Requests by second of a slot that ended shortly after its fourth second. */
    private static final List<Double> RISING = List.of(100.0, 100.0, 150.0, 250.0, 10.0);

    private static List<SlotResult> slots() {
        List<SlotResult> slots = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            slots.add(SyntheticSlots.slot(new Slot("ohc", 95, round), 100));
            SlotResult ours = SyntheticSlots.slot(new Slot("ssdtier", 95, round), 200);
            slots.add(SyntheticSlots.withOutages(ours, round - 1, RISING));
        }
        return slots;
    }

    @Test
    void outages_areSummed_andBesideTheHitsInTheReport() throws IOException {
        JsonNode result = SyntheticSlots.json(slots());
        JsonNode ours = SyntheticSlots.cell(result, "ssdtier", 95);
        assertEquals(3, ours.get("outages").asLong());
        assertEquals(21, ours.get("dropped_rows").asLong());
        assertEquals(0.25, ours.at("/late_reads/median").asDouble());
        assertFalse(SyntheticSlots.cell(result, "ohc", 95).has("outages"));
        List<List<String>> rows = new MixTable(ExperimentResult.of(result)).rows();
        assertEquals("0.700 (SSD offline: 3)", SyntheticSlots.below("Hits", SyntheticSlots.row(rows, 95, "ssdtier")));
        assertEquals("0.700", SyntheticSlots.below("Hits", SyntheticSlots.row(rows, 95, "ohc")));
    }

    /** A slot that begins with an empty page cache answers more and more. */
    @Test
    void halvesOfASlot_areCompared() {
        JsonNode result = SyntheticSlots.json(slots());
        assertEquals(
                2,
                SyntheticSlots.cell(result, "ssdtier", 95)
                        .at("/second_half_to_first/median")
                        .asDouble());
        assertEquals(
                1,
                SyntheticSlots.cell(result, "ohc", 95)
                        .at("/second_half_to_first/median")
                        .asDouble());
    }

    @Test
    void bytesOfABlockCache_areThoseOfItsBudget() {
        JsonNode result = SyntheticSlots.json(
                List.of(SyntheticSlots.slot(new Slot("ohc", 95, 1), 100), blocks(new Slot("block-cache", 95, 1))));
        assertEquals(
                SyntheticSlots.BUDGET.ssdBytes(),
                SyntheticSlots.cell(result, "block-cache", 95)
                        .at("/ssd_bytes/median")
                        .asLong());
    }

    private static SlotResult blocks(Slot slot) {
        return SyntheticSlots.slot(slot, 110);
    }
}
