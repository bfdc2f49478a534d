package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class LatenessTest {
    private static final int MOST = 3;

    private final Lateness lateness = new Lateness(MOST);
    private long nowNanos = TimeUnit.HOURS.toNanos(1);

    private void late(int reads) {
        for (int read = 0; read < reads; read++) {
            lateness.late();
        }
    }

    /** Judges now, and lets a quarter of a second pass. */
    private boolean judged(boolean isAnyLate) {
        boolean isTooMuch = lateness.isTooMuch(nowNanos, isAnyLate);
        nowNanos += TimeUnit.MILLISECONDS.toNanos(250);
        return isTooMuch;
    }

    @Test
    void manyLate_forASecond_areTooMuch() {
        for (int look = 0; look < 4; look++) {
            late(MOST + 1);
            assertFalse(judged(false));
        }
        late(1);
        assertTrue(judged(false));
    }

    /** Checked by removal: a device that hangs takes no more reads, so no other one is late. */
    @Test
    void manyLate_thatDoNotEnd_areTooMuch() {
        late(MOST + 1);
        for (int look = 0; look < 4; look++) {
            assertFalse(judged(true));
        }
        assertTrue(judged(true));
    }

    /** Checked by removal: minutes after a burst, a single late read counts as if the burst had gone on. */
    @Test
    void oneLate_longAfterABurst_isForgiven() {
        late(10 * MOST);
        for (int look = 0; look < 100; look++) {
            assertFalse(judged(false));
        }
        late(1);
        assertFalse(judged(false));
        assertFalse(judged(false));
    }

    /** Checked by removal: the first burst after an outage is judged as if it had begun with the outage. */
    @Test
    void burst_afterAReset_isForgiven() {
        for (int look = 0; look < 4; look++) {
            late(MOST + 1);
            judged(false);
        }
        lateness.reset();
        late(MOST + 1);
        assertFalse(judged(false));
    }
}
