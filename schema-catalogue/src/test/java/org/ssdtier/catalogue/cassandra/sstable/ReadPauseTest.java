package org.ssdtier.catalogue.cassandra.sstable;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the length of pauses. */
@Tag("unit")
final class ReadPauseTest {
    private static final long SECOND = 1_000_000_000L;

    private final ReadPause pause = new ReadPause();

    /** A device that hangs for a moment fails all reads in flight: with each of them the pause would double. */
    @Test
    void extend_ofReadsThatFailTogether_isOnePause() {
        for (int reader = 0; reader < 30; reader++) {
            pause.extend(reader, SECOND / 5 + reader);
        }
        assertTrue(pause.isOn(SECOND));
        assertFalse(pause.isOn(SECOND / 5 + SECOND));
    }

    @Test
    void extend_afterThePause_doublesIt_upToTheLongest() {
        long now = 7;
        for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 64, 64}) {
            pause.extend(now, now);
            assertTrue(pause.isOn(now + seconds * SECOND - 1));
            now += seconds * SECOND;
            assertFalse(pause.isOn(now));
        }
        pause.end();
        pause.extend(now, now);
        assertFalse(pause.isOn(now + SECOND), "a read had succeeded");
    }
}
