package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of how often images are also written with schema IDs. */
@Tag("unit")
final class ReferringTrialsTest {
    private static final int NAMED_BYTES = 800;
    private static final int ROUNDS = 10;

    private final ReferringTrials trials = new ReferringTrials();

    @Test
    void isNext_idsThatGain_isAlways() {
        assertEquals(1_000, trialsOf(1_000, 100));
    }

    @Test
    void isNext_idsThatGainLittle_isOneInMany() {
        assertEquals(ReferringTrials.MAX_POOR_TRIALS, trialsOf(ReferringTrials.MAX_POOR_TRIALS, 99));
        assertEquals(ROUNDS, trialsOf(ROUNDS * ReferringTrials.TRIED_ONE_IN, 99));
        assertEquals(ROUNDS, trialsOf(ROUNDS * ReferringTrials.TRIED_ONE_IN, 0));
    }

    @Test
    void note_aGainAfterManyPoorOnes_hasEveryImageTriedAgain() {
        trialsOf(10 * ReferringTrials.MAX_POOR_TRIALS, 0);
        assertFalse(trials.isNext());
        trials.note(100, NAMED_BYTES);
        assertEquals(ReferringTrials.MAX_POOR_TRIALS, trialsOf(ReferringTrials.MAX_POOR_TRIALS, 0));
        assertFalse(trials.isNext());
    }

    /** If some images of a table gain often enough, every image is tried. */
    @Test
    void isNext_oneGainAmongPoorOnes_isAlways() {
        for (int i = 0; i < ROUNDS; i++) {
            int poor = ReferringTrials.MAX_POOR_TRIALS - 1;
            assertEquals(poor, trialsOf(poor, 0));
            assertTrue(trials.isNext());
            trials.note(NAMED_BYTES, NAMED_BYTES);
        }
    }

    /** Returns the number of images that are tried out of {@code images}, each of which saves {@code savedBytes}. */
    private int trialsOf(int images, int savedBytes) {
        int tried = 0;
        for (int i = 0; i < images; i++) {
            if (trials.isNext()) {
                tried++;
                trials.note(savedBytes, NAMED_BYTES);
            }
        }
        return tried;
    }
}
