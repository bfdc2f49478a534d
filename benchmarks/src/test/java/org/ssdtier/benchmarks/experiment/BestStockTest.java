package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the comparison of ours with the stock arm that an operator would choose otherwise. */
@Tag("unit")
final class BestStockTest {
    /** No row cache is the best at 95 % reads, OHC at 85 %. The SSDs are faster, but no choice on these disks. */
    private static List<SlotResult> slots(int rounds) {
        List<SlotResult> slots = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            int speed = 10 * round; // of the machine in this round: it cancels out in ratios
            slots.add(SyntheticSlots.slot(new Slot("none", 95, round), 12 * speed));
            slots.add(SyntheticSlots.slot(new Slot("ohc", 95, round), 10 * speed));
            slots.add(SyntheticSlots.slot(new Slot("ssdtier", 95, round), 18 * speed));
            slots.add(SyntheticSlots.slot(new Slot("all-ssd", 95, round), 90 * speed));
            slots.add(SyntheticSlots.slot(new Slot("none", 85, round), 8 * speed));
            slots.add(SyntheticSlots.slot(new Slot("ohc", 85, round), 10 * speed));
            slots.add(SyntheticSlots.slot(new Slot("ssdtier", 85, round), 20 * speed));
        }
        return slots;
    }

    /** Checked by removal: with the baseline as the only choice. */
    @Test
    void cellOfOurs_hasTheBestStockArmOfItsMix_andRatiosRoundByRound() {
        JsonNode json = SyntheticSlots.json(slots(6));
        JsonNode cell = SyntheticSlots.cell(json, "ssdtier", 95);
        assertEquals("none", cell.get("best_stock").asText());
        assertEquals(1.5, cell.at("/throughput_to_best_stock/median").asDouble(), 1e-9);
        assertEquals(1.5, cell.at("/throughput_to_best_stock/max").asDouble(), 1e-9, "paired by round");
        assertEquals(1.5, cell.at("/throughput_to_best_stock_interval/low").asDouble(), 1e-9);
        assertEquals(12 / 18.0, cell.at("/read_mean_to_best_stock/median").asDouble(), 1e-2);
        assertTrue(cell.at("/read_mean_to_best_stock_interval/high").asDouble() < 1);
        assertEquals(1.8, cell.at("/throughput_to_ohc/median").asDouble(), 1e-9, "the baseline's is kept");
        assertEquals(
                "ohc",
                SyntheticSlots.cell(json, "ssdtier", 85).get("best_stock").asText());
        for (String arm : List.of("none", "ohc", "all-ssd")) {
            assertFalse(SyntheticSlots.cell(json, arm, 95).has("best_stock"), arm);
        }
    }

    @Test
    void table_hasAStar_whereTheIntervalOfTheRatioToTheBestStockArmExcludesOne() throws IOException {
        for (int rounds : List.of(5, 6)) {
            List<List<String>> rows = new MixTable(SyntheticSlots.result(slots(rounds))).rows();
            String star = rounds == 6 ? " *" : "";
            List<String> row = SyntheticSlots.row(rows, 95, "ssdtier");
            assertEquals("1.50" + star + " (none)", SyntheticSlots.below("to best stock", row));
            assertEquals("0.67" + star + " (none)", row.get(7), "of the mean read");
            assertEquals(
                    "2.00" + star + " (ohc)",
                    SyntheticSlots.below("to best stock", SyntheticSlots.row(rows, 85, "ssdtier")));
            assertEquals("", SyntheticSlots.below("to best stock", SyntheticSlots.row(rows, 95, "none")));
        }
    }

    @Test
    void verdictOfEachMix_namesTheBestStockArmFirst_thenTheBaselineIfItIsAnother() throws IOException {
        String expected = "At 95 % reads, requests/s relative to none, the best stock arm: ssdtier 1.50; "
                + "relative to ohc, the baseline: none 1.20, ssdtier 1.80, all-ssd 9.00. "
                + "At 85 % reads, requests/s relative to ohc, the best stock arm: ssdtier 2.00; "
                + "relative to ohc, the baseline: none 0.80. ";
        ExperimentResult result = SyntheticSlots.result(slots(3));
        assertEquals(expected, new Verdicts(result).sentences(RatioFigure.THROUGHPUT));
    }

    /** Results of earlier versions have the ratios to all stock arms, but do not name the best. */
    @Test
    void earlierResult_hasTheBestOfItsCells() throws IOException {
        JsonNode json = SyntheticSlots.json(slots(6));
        for (JsonNode cell : json.get("cells")) {
            ((ObjectNode) cell)
                    .remove(List.of(
                            "best_stock",
                            "throughput_to_best_stock",
                            "throughput_to_best_stock_interval",
                            "read_mean_to_best_stock",
                            "read_mean_to_best_stock_interval"));
        }
        List<String> row = SyntheticSlots.row(new MixTable(ExperimentResult.of(json)).rows(), 95, "ssdtier");
        assertEquals("1.50 * (none)", SyntheticSlots.below("to best stock", row));
    }
}
