package org.ssdtier.benchmarks.peers.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class RowsTest {
    @Test
    void key_isTwentyFiveBytesWithTheNumber() {
        assertEquals("user000000000000000001234", Rows.keyText(1_234));
        assertEquals(Rows.KEY_BYTES, Rows.key(Long.MAX_VALUE).length);
    }

    @Test
    void version_ofAnyChangedByte_isWrong() {
        byte[] value = Rows.value(99, 5);
        assertEquals(5, Rows.version(99, value));
        for (int at = 0; at < value.length; at++) {
            value[at] ^= 0x40;
            assertEquals(Rows.WRONG, Rows.version(99, value), "byte " + at);
            value[at] ^= 0x40;
        }
    }
}
