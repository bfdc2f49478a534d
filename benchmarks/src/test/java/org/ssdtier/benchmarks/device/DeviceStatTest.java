package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class DeviceStatTest {
    @Test
    void counters_areSectorsTimes512() {
        DeviceCounters before = DeviceCounters.parse("   10  0  80  5  20  0  320  7  0  9  12  0  0  0  0  3  1\n");
        assertEquals(new DeviceCounters(10, 40_960, 20, 163_840, 3), before);
        DeviceCounters after = DeviceCounters.parse("11 0 88 5 20 0 320 7 0 9 12 0 0 0 0 4 1");
        assertEquals(new DeviceCounters(1, 4_096, 0, 0, 1), after.since(before));
        assertThrows(IllegalArgumentException.class, () -> DeviceCounters.parse("1 2 3"));
    }

    @Test
    void mountinfo_withOptionalFieldsAndBlanks() throws Exception {
        FakeMachine machine = new FakeMachine();
        machine.mounted("36 35 98:0 /mnt1 /mnt/a\\040b rw,noatime master:1 - ext3 /dev/root rw,errors=continue\n");
        assertTrue(Mount.isOn(machine, Path.of("/mnt/a b")));
        assertFalse(Mount.isOn(machine, Path.of("/mnt")));
    }

    @Test
    void owner_isGone_whenAnotherProgramHasItsPid() {
        assertFalse(Owner.current().isGone());
        assertFalse(Owner.NOBODY.isGone());
        assertTrue(new Owner(Owner.current().pid(), 1).isGone());
    }
}
