package org.ssdtier.catalogue.cassandra.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of when rows are examined and when not. */
@Tag("unit")
final class SchemaYieldTest {
    private static final int ROWS = 1_000_000;

    private final SchemaYield yielded = new SchemaYield();
    private int lookedAt;

    @Test
    void noRowHasASchema_fewAreLookedAt() {
        play(ROWS, 0);
        assertTrue(lookedAt < ROWS / 30, "examined=" + lookedAt);
    }

    @Test
    void everyTwentiethRowHasASchema_allAreLookedAt() {
        play(ROWS, 20);
        assertEquals(ROWS, lookedAt);
    }

    @Test
    void schemasBegin_theyAreFoundAfterTheLongestRest() {
        play(ROWS, 0);
        play(SchemaYield.LONGEST_REST + SchemaYield.LOOK, 2);
        lookedAt = 0;
        play(ROWS, 2);
        assertEquals(ROWS, lookedAt);
    }

    private void play(int rows, int oneOf) {
        Random random = new Random(1);
        for (int row = 0; row < rows; row++) {
            if (!yielded.isResting()) {
                yielded.looked(oneOf > 0 && random.nextInt(oneOf) == 0);
                lookedAt++;
            }
        }
    }
}
