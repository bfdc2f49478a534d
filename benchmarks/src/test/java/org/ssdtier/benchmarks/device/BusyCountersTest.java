package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class BusyCountersTest {
    private static final String TWO_SSDS =
            """
            heads=0
            head_nanos=0
            controllers=2
            controller_nanos=1000000000
            dies=64
            die_nanos=12800000000
            links=2
            link_nanos=600000000
            volumes=0
            volume_nanos=0
            """;

    @Test
    void seconds_areThoseOfTheBusiestPart_spreadEvenly() {
        BusyCounters counters = BusyCounters.parse(TWO_SSDS);
        assertEquals(0.5, counters.seconds(), 1e-9, "the controllers");
        assertEquals(0.2, counters.dies().secondsEach(), 1e-9);
        String text = TWO_SSDS.replace("heads=0", "heads=6").replace("head_nanos=0", "head_nanos=9000000000");
        BusyCounters disks = BusyCounters.parse(text);
        assertEquals(1.5, disks.seconds(), 1e-9, "the heads");
        text = TWO_SSDS.replace("volumes=0", "volumes=1").replace("volume_nanos=0", "volume_nanos=700000000");
        assertEquals(0.7, BusyCounters.parse(text).seconds(), 1e-9, "the volume");
    }

    @Test
    void difference_isThatOfEachPart() {
        BusyCounters before = BusyCounters.parse(TWO_SSDS);
        BusyCounters after = BusyCounters.parse(TWO_SSDS.replace("1000000000", "1400000000"));
        assertEquals(0.2, after.since(before).seconds(), 1e-9);
        assertEquals(0, before.since(before).seconds());
        assertEquals(0, BusyCounters.NONE.seconds());
    }

    @Test
    void missingName_isNamed() {
        String text = TWO_SSDS.replace("die_nanos", "nanos");
        String message = assertThrows(IllegalArgumentException.class, () -> BusyCounters.parse(text))
                .getMessage();
        assertTrue(message.contains("die_nanos is missing"), message);
    }
}
