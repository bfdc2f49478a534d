package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class JournalPauseTest {
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final AtomicLong clock = new AtomicLong();
    private final JournalPause pause = new JournalPause(clock::get);

    @Test
    void pauses_grow_untilACheckpointIsComplete() {
        for (int expected : new int[] {5, 10, 20, 40, 80, 120, 120}) {
            assertEquals(expected, minutes());
        }
        pause.recovered();
        assertEquals(5, minutes());
    }

    @Test
    void pause_cancelled_isNeverOver() {
        assertFalse(pause.isOver());
        pause.begin();
        pause.cancel();
        clock.addAndGet(1_000 * MINUTE_NANOS);
        assertFalse(pause.isOver());
    }

    private int minutes() {
        pause.begin();
        int minutes = 0;
        while (!pause.isOver()) {
            minutes++;
            clock.addAndGet(MINUTE_NANOS);
        }
        return minutes;
    }
}
