package org.ssdtier.benchmarks.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ChaosFaultTest {
    @Test
    void parse_words_keepsTheirOrder() {
        assertEquals(
                List.of(ChaosFault.SSD_DIES, ChaosFault.KILL, ChaosFault.SSD_DIES),
                ChaosFault.parse("ssd-dies,kill,ssd-dies"));
    }

    @Test
    void parse_all_isEveryFaultOnce() {
        assertEquals(List.of(ChaosFault.values()), ChaosFault.parse("all"));
    }

    @Test
    void parse_unknownOrEmptyWord_namesTheAllowedOnes() {
        for (String words : List.of("", "kill,", "kill,explode")) {
            String message = assertThrows(IllegalArgumentException.class, () -> ChaosFault.parse(words))
                    .getMessage();
            assertTrue(message.contains("rolling-restart"), message);
            assertTrue(message.contains("--chaos=" + words), message);
        }
    }
}
