package org.ssdtier.benchmarks.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ChaosTest {
    @Test
    void parse_allAndNone_areEverythingAndNothing() {
        assertEquals(EnumSet.allOf(Chaos.class), Chaos.parse("all"));
        assertTrue(Chaos.parse("none").isEmpty());
    }

    @Test
    void parse_words_areThoseWhateverTheirCase() {
        assertEquals(Set.of(Chaos.TRUNCATE, Chaos.ALTER), Chaos.parse("truncate, ALTER"));
    }

    @Test
    void parse_unknownWord_isRefusedWithTheAllowedOnes() {
        String message = assertThrows(IllegalArgumentException.class, () -> Chaos.parse("truncate,reboot"))
                .getMessage();
        assertTrue(message.contains("chaos=reboot") && message.contains("truncate,alter"), message);
    }
}
