package org.ssdtier.keyindex;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class DeviceHealthTest {
    private static final int THRESHOLD = 3;

    private final AtomicLong now = new AtomicLong(TimeUnit.HOURS.toNanos(1));
    private final DeviceHealth health = new DeviceHealth(THRESHOLD, 64, now::get);

    private void pass(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    /** Judges once every half second; before each time some reads are late. */
    private static boolean judged(DeviceHealth of, AtomicLong now, int late, boolean isCpuShort) {
        boolean isOff = false;
        for (int look = 0; look < 4; look++) {
            for (int read = 0; read < late; read++) {
                of.late();
            }
            isOff |= of.judgeLate(false, () -> isCpuShort);
            now.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
        }
        return isOff;
    }

    /** Otherwise every read would wait for a slow device, for its whole bound, again and again. */
    @Test
    void late_moreThanOneInAHundred_switchesOff() {
        assertTrue(judged(health, now, THRESHOLD + 1, false));
        assertFalse(health.isOnline());
        assertFalse(judged(health, now, THRESHOLD + 1, false), "it is off already");
    }

    /** All reads in progress are late when the device pauses for a moment. */
    @Test
    void late_allAtOnce_isForgiven() {
        for (int late = 0; late < 10 * THRESHOLD; late++) {
            health.late();
        }
        assertFalse(judged(health, now, 0, false));
        assertTrue(health.isOnline());
    }

    /** Otherwise a busy node does without its key indexes just when it has most to do. */
    @Test
    void late_whileThreadsWaitForAProcessor_isForgiven() {
        assertFalse(judged(health, now, THRESHOLD + 1, true));
        assertTrue(health.isOnline());
    }

    /** With few readers, those that are late leave none that could add to the sum. */
    @Test
    void late_halfOfTheReaders_switchesOff() {
        DeviceHealth ofFew = new DeviceHealth(1_000, 8, now::get);
        assertTrue(judged(ofFew, now, 4, false));
    }

    @Test
    void late_oneInAHundred_isForgiven() {
        for (int i = 0; i < 10_000; i++) {
            if (i % 101 == 0) {
                health.late();
            } else {
                health.inTime();
            }
            assertFalse(health.judgeLate(false, () -> false));
            now.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
        }
        assertTrue(health.isOnline());
    }

    @Test
    void probes_afterAShortTimeOn_becomeRarer() {
        switchOff();
        pass(1);
        assertTrue(health.isProbeDue());
        health.recordReopening(false);
        pass(1);
        assertFalse(health.isProbeDue(), "two seconds now");
        pass(1);
        assertTrue(health.recordReopening(true));
        pass(1);
        switchOff();
        pass(3);
        assertFalse(health.isProbeDue(), "four seconds now");
        pass(1);
        assertTrue(health.isProbeDue());
        assertTrue(health.recordReopening(true));
        pass(61);
        switchOff();
        pass(1);
        assertTrue(health.isProbeDue(), "it was on for more than a minute");
    }

    private void switchOff() {
        for (int error = 0; error < THRESHOLD; error++) {
            health.recordError();
        }
        assertFalse(health.isOnline());
    }

    /** Checked by removal: a probe that began before the failure puts files into use that are closed. */
    @Test
    void failure_ofALateDevice_isNotEndedByAProbe() {
        assertTrue(judged(health, now, THRESHOLD + 1, false));
        assertFalse(health.hasFailed());
        assertTrue(health.fail());
        assertFalse(health.fail(), "known");
        assertFalse(health.recordProbe(true));
        assertFalse(health.isOnline());
        assertTrue(health.recordReopening(true));
        assertTrue(health.isOnline());
        assertFalse(health.hasFailed());
    }

    @Test
    void probe_ofALateDevice_endsIt() {
        assertTrue(judged(health, now, THRESHOLD + 1, false));
        assertTrue(health.recordProbe(true));
        assertTrue(health.isOnline());
    }
}
