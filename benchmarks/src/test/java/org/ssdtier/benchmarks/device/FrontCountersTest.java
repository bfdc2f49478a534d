package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class FrontCountersTest {
    private static final String TEXT =
            """
            reads=100
            hits=40
            promoted_blocks=30
            evicted_blocks=5
            updated_blocks=7
            blocks=25
            busy_nanos=9000
            """;

    @Test
    void difference_isThatOfEachCounter() {
        FrontCounters before = FrontCounters.parse(TEXT);
        FrontCounters after =
                FrontCounters.parse(TEXT.replace("reads=100", "reads=200").replace("hits=40", "hits=115"));
        assertEquals(new FrontCounters(100, 75, 0, 0, 0), after.since(before));
        assertEquals(0.75, after.since(before).hitRatio(), 1e-9);
        assertEquals(0, FrontCounters.NONE.hitRatio());
    }

    @Test
    void missingName_isNamed() {
        String text = TEXT.replace("updated_", "other_");
        String message = assertThrows(IllegalArgumentException.class, () -> FrontCounters.parse(text))
                .getMessage();
        assertTrue(message.contains("updated_blocks is missing"), message);
    }
}
