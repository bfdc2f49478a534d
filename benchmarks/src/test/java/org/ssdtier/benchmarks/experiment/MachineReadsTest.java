package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the count of reads of the machine's own disk during an experiment on emulated disks. */
@Tag("unit")
final class MachineReadsTest {
    private static final Slot SLOT = new Slot("ohc", 95, 1, 0);

    /** The node of a slot reads 5,000 bytes for each of 2,400 requests a second: 12 MB. */
    @Test
    void slotsWithManyReads_areNamed_withTheMost() {
        MachineReads reads =
                MachineReads.of(List.of(slot(0.0), slot(3e6), slot(120_000.0), slot(119_999.0), slot(null)));
        assertEquals(new MachineReads(4, 2, 0.25), reads);
        assertTrue(reads.words().startsWith("In 2 of 4 slots the machine read"), reads.words());
        assertTrue(reads.words().contains(" 25 % at most"), reads.words());
    }

    @Test
    void imagesInMemory_areSaid_andResultsWithoutACountSayNothing() {
        assertTrue(MachineReads.of(List.of(slot(0.0), slot(10.0))).words().contains("images were in memory"));
        assertEquals("", MachineReads.of(List.of(slot(null))).words());
        assertEquals(
                "", MachineReads.of(List.of(SlotResult.failed(SLOT, "not run"))).words());
    }

    @Test
    void aSlotsRemark_isOfManyReadsOnly() {
        assertEquals(", 3 % as many bytes from the machine's own disk", MachineReads.remark(slot(360_000.0)));
        assertEquals("", MachineReads.remark(slot(10.0)));
        SlotResult inMemory = SyntheticSlots.withMachineReads(SyntheticSlots.slot(SLOT, 1), 99_999.0);
        assertEquals("", MachineReads.remark(inMemory), "of other programs, though the node reads even less");
        assertEquals("", MachineReads.remark(slot(null)));
    }

    private static SlotResult slot(@Nullable Double machineReadBytes) {
        return SyntheticSlots.withMachineReads(SyntheticSlots.slot(SLOT, 2_400), machineReadBytes);
    }
}
