package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the ratio of an arm's memory to the baseline's. */
@Tag("unit")
final class MemoryToBaselineTest {
    private static final long MEBIBYTE = 1 << 20;

    /** Process and page cache, of which the latter is 1 MiB. */
    private static List<SlotResult> slots(long ohc, long none, long ssdtier) {
        List<SlotResult> slots = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            slots.add(process("ohc", round, ohc));
            slots.add(process("none", round, none));
            slots.add(process("ssdtier", round, ssdtier + (round == 3 ? 500 : 0)));
        }
        return slots;
    }

    private static SlotResult process(String arm, int round, long mebibytes) {
        return SyntheticSlots.withProcess(SyntheticSlots.slot(new Slot(arm, 95, round), 100), mebibytes * MEBIBYTE);
    }

    /** Checked by removal: with a tolerance of one half. */
    @Test
    void cell_hasTheRatioOfTheMedians_andTheMainTableMarksWhatIsNotEqual() throws IOException {
        JsonNode json = SyntheticSlots.json(slots(499, 513, 519));
        assertEquals(
                520 / 500.0,
                SyntheticSlots.cell(json, "ssdtier", 95)
                        .get("memory_to_baseline")
                        .asDouble(),
                1e-9);
        List<List<String>> rows = new MixTable(ExperimentResult.of(json)).rows();
        assertEquals("1.000", memory(rows, "ohc"));
        assertEquals("1.028", memory(rows, "none"), "up to 3 % is not marked");
        assertEquals("1.040 (not equal)", memory(rows, "ssdtier"));
        json.get("cells").forEach(cell -> ((ObjectNode) cell).remove("memory_to_baseline"));
        rows = new MixTable(ExperimentResult.of(json)).rows();
        assertEquals("1.040 (not equal)", memory(rows, "ssdtier"), "an earlier result");
    }

    @Test
    void memoryThatWasNotMeasured_hasNoRatio() throws IOException {
        JsonNode json = SyntheticSlots.json(slots(0, 0, 519));
        assertFalse(SyntheticSlots.cell(json, "ssdtier", 95).has("memory_to_baseline"));
        assertEquals("–", memory(new MixTable(ExperimentResult.of(json)).rows(), "ssdtier"));
    }

    private static String memory(List<List<String>> rows, String arm) {
        return SyntheticSlots.below("Memory to baseline", SyntheticSlots.row(rows, 95, arm));
    }
}
