package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class FlashCountersTest {
    private static final String TEXT =
            """
            written_sectors=1000
            copied_sectors=3500
            erased_units=17
            trimmed_sectors=40
            collect_micros=2000000
            dies=32
            filled=0.9471
            """;

    @Test
    void difference_givesAmplificationAndShareOfTheDies() {
        FlashCounters before = FlashCounters.parse(TEXT);
        FlashCounters after = FlashCounters.parse(
                TEXT.replace("1000", "1500").replace("3500", "5000").replace("2000000", "5200000"));
        FlashCounters since = after.since(before);
        assertEquals(500 * 4_096, since.writtenBytes());
        assertEquals(4.0, since.writeAmplification(), 1e-9);
        assertEquals(0.01, since.collectShare(10), 1e-9);
        assertEquals(0, since.erasedUnits() + since.trimmedSectors());
    }

    @Test
    void nothing_isNothing() {
        assertEquals(0, FlashCounters.NONE.writeAmplification());
        assertEquals(0, FlashCounters.NONE.collectShare(1));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> FlashCounters.parse(TEXT.replace("erased", "lost")))
                .getMessage();
        assertTrue(message.contains("erased_units is missing"), message);
    }
}
