package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class DriveSectionTest {
    /**
     * The cores hide what the drives of the second arm could do; the time that they worked shows it. Checked by removal: with
     * arms that the disks limit.
     */
    @Test
    void armLimitedByTheCpu_hasWhatItsDrivesAllow_toTheBaseline() throws IOException {
        List<SlotResult> slots = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            slots.add(SyntheticSlots.withDrives(SyntheticSlots.slot(new Slot("ohc", 95, round), 100), 8_000));
            SlotResult onSsd = SyntheticSlots.withDrives(SyntheticSlots.slot(new Slot("all-ssd", 95, round), 500), 200);
            slots.add(SyntheticSlots.withMachineCpu(onSsd, 0.95));
        }
        JsonNode json = SyntheticSlots.json(slots);
        JsonNode cell = SyntheticSlots.cell(json, "all-ssd", 95);
        assertEquals(200, cell.at("/device_micros_per_request/median").asDouble());
        assertEquals(6, cell.at("/device_micros_per_request/runs").asInt());
        assertEquals(40, cell.at("/drives_allow_to_ohc/median").asDouble(), 1e-9);
        assertEquals(40, cell.at("/drives_allow_to_ohc_interval/low").asDouble(), 1e-9);
        assertEquals(
                List.of(List.of("95 %", "all-ssd", "500", "200 µs", "5,000", "40.00 *")),
                new DriveSection(ExperimentResult.of(json)).rows(),
                "not the baseline, which the disks limit");
        JsonNode first = json.get("slots").get(0);
        assertEquals(8_000, first.at("/disk/drives/data/busyMicros").asDouble(), "as measured");
    }

    @Test
    void disksThatAreNotEmulated_haveNoDeviceTime() throws IOException {
        List<SlotResult> slots = List.of(
                SyntheticSlots.slot(new Slot("ohc", 95, 1), 100),
                SyntheticSlots.withMachineCpu(SyntheticSlots.slot(new Slot("all-ssd", 95, 1), 500), 0.95));
        JsonNode json = SyntheticSlots.json(slots);
        assertFalse(SyntheticSlots.cell(json, "all-ssd", 95).has("device_micros_per_request"));
        assertFalse(json.get("slots").get(0).get("disk").has("drives"));
        assertEquals(List.of(), new DriveSection(ExperimentResult.of(json)).rows());
    }
}
