package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class RowsHeldTest {
    private static final long ROWS = SyntheticSlots.SCALE.rows();

    @TempDir
    private Path directory;

    private static List<SlotResult> slots() {
        List<SlotResult> slots = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            slots.add(SyntheticSlots.withRows(SyntheticSlots.slot(new Slot("none", 95, round), 90), 0, 0));
            slots.add(
                    SyntheticSlots.withRows(SyntheticSlots.slot(new Slot("ohc", 95, round), 100), 300 + 10 * round, 0));
            slots.add(SyntheticSlots.withRows(
                    SyntheticSlots.slot(new Slot("ssdtier", 95, round), 200), 400, round == 1 ? 900 : 1_100 + round));
        }
        return slots;
    }

    /**
     * The ideal is of the rows that each arm held, not of what some constants say that its bytes hold. Checked by removal: without
     * the counts.
     */
    @Test
    void cell_hasItsRowsHeld_andItsHitsToTheIdealOfThese() throws IOException {
        JsonNode json = SyntheticSlots.json(slots());
        JsonNode ours = SyntheticSlots.cell(json, "ssdtier", 95);
        assertEquals(400, ours.at("/rows_held/memory").asDouble());
        assertEquals(1_102, ours.at("/rows_held/ssd").asDouble(), "the median");
        double ideal = Shares.idealOfRows(ROWS, 1_502);
        assertEquals(0.7 / ideal, ours.at("/hits_to_ideal_of_rows_held/median").asDouble(), 1e-9);
        JsonNode stock = SyntheticSlots.cell(json, "ohc", 95);
        assertEquals(320, stock.at("/rows_held/memory").asDouble());
        assertEquals(
                0.7 / Shares.idealOfRows(ROWS, 320),
                stock.at("/hits_to_ideal_of_rows_held/median").asDouble(),
                1e-9,
                "its own rows, not ours");
        assertFalse(SyntheticSlots.cell(json, "none", 95).has("rows_held"), "no row cache");

        ExperimentResult result = ExperimentResult.of(json);
        List<String> row = SyntheticSlots.row(new MixTable(result).rows(), 95, "ssdtier");
        assertEquals(String.format(Locale.ROOT, "%.3f", 0.7 / ideal), SyntheticSlots.below("of ideal", row));
    }

    /** Results of earlier versions have the counts in their slots alone; still earlier ones have none. */
    @Test
    void earlierResult_hasTheRowsOfItsSlots_orIsMarkedAsNominal() throws IOException {
        JsonNode json = SyntheticSlots.json(slots());
        json.get("cells").forEach(cell -> ((ObjectNode) cell).remove(List.of("rows_held", "hits_to_ideal")));
        ExperimentResult withSlots = ExperimentResult.of(json);
        String ofIdeal =
                SyntheticSlots.below("of ideal", SyntheticSlots.row(new MixTable(withSlots).rows(), 95, "ssdtier"));
        assertEquals(String.format(Locale.ROOT, "%.3f", 0.7 / Shares.idealOfRows(ROWS, 1_502)), ofIdeal);

        ((ObjectNode) json).remove("slots");
        ExperimentResult without = ExperimentResult.of(json);
        long nominal = SyntheticSlots.BUDGET.nominalRows(Experiment.ROW_CACHE.arm("ssdtier"));
        ofIdeal = SyntheticSlots.below("of ideal", SyntheticSlots.row(new MixTable(without).rows(), 95, "ssdtier"));
        assertEquals(
                String.format(Locale.ROOT, "%.3f (by nominal bytes of a row)", 0.7 / Shares.idealOfRows(ROWS, nominal)),
                ofIdeal);
        String text = draw(without);
        assertTrue(text.contains("the arm with the most rows has by nominal bytes of a row."), text);
        assertTrue(text.contains("<td>ssdtier</td><td>–</td><td>–</td><td>–</td>"), text);
        assertTrue(draw(withSlots).contains("the arm with the most rows held."));
        assertTrue(draw(withSlots).contains("<td>ssdtier</td><td>400</td><td>1,102</td><td>1,502</td>"));
    }

    private String draw(ExperimentResult result) throws IOException {
        Path html = directory.resolve("report.html");
        new ExperimentReport(result).report().write(html);
        return Files.readString(html);
    }
}
