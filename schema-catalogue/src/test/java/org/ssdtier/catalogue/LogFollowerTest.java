package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests how often a failing device is accessed, on a test clock. */
@Tag("unit")
class LogFollowerTest {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private boolean isNeeded = true;
    private boolean isWorking;
    private boolean isBroken;
    private int attempts;
    private long now = Long.MAX_VALUE - HOUR / 2; // it overflows on the way

    private final LogFollower follower = new LogFollower(new LogFollower.Work() {
        @Override
        public boolean isNeeded() {
            return isNeeded;
        }

        @Override
        public boolean run() {
            attempts++;
            if (isBroken) {
                throw new IllegalStateException("a bug");
            }
            return isWorking;
        }

        @Override
        public String problem() {
            return "the device is full";
        }
    });

    /** Without the pause, a full device would be written to whenever a definition is interned. */
    @Test
    void step_deviceFails_asksLessAndLessOften_upToOnceAMinute() {
        long pause = LogFollower.FIRST_RETRY_NANOS;
        for (int attempt = 1; attempt <= 15; attempt++) {
            assertEquals(pause, follower.step(now));
            assertEquals(attempt, attempts);
            assertEquals(pause - 1, follower.step(now + 1), "no attempt if woken early");
            assertEquals(attempt, attempts);
            now += pause;
            pause = Math.min(2 * pause, LogFollower.LONGEST_RETRY_NANOS);
        }
        assertEquals(TimeUnit.MINUTES.toNanos(1), pause);
        assertTrue(follower.isFailing());
    }

    @Test
    void step_deviceFailsForAnHour_asksAboutSeventyTimes() {
        for (long end = now + HOUR; end - now > 0; ) {
            now += follower.step(now);
        }
        assertTrue(attempts < 80, "attempts=" + attempts);
    }

    @Test
    void step_deviceWorksAgain_asksAtOnceTheNextTime() {
        for (int attempt = 0; attempt < 10; attempt++) {
            now += follower.step(now);
        }
        isWorking = true;
        assertEquals(0, follower.step(now));
        assertFalse(follower.isFailing());
        isNeeded = false;
        assertEquals(LogFollower.NOTHING, follower.step(now));
        isNeeded = true;
        isWorking = false;
        int before = attempts;
        assertEquals(LogFollower.FIRST_RETRY_NANOS, follower.step(now));
        assertEquals(before + 1, attempts);
    }

    /** Without the catch, the thread would end, and nothing would be written to the log until the node's next start. */
    @Test
    void step_thatThrows_isAFailedAttempt() {
        isBroken = true;
        assertEquals(LogFollower.FIRST_RETRY_NANOS, follower.step(now));
        isBroken = false;
        isWorking = true;
        assertEquals(0, follower.step(now + LogFollower.FIRST_RETRY_NANOS));
    }

    @Test
    void step_deviceFails_warnsOnceInTenMinutes() {
        for (long end = now + HOUR; end - now > 0; ) {
            now += follower.step(now);
        }
        assertTrue(follower.warnings() >= 5 && follower.warnings() <= 6, "warnings=" + follower.warnings());
    }

    /** Checked by removal: a device that fails at every second attempt would be reported at each failure. */
    @Test
    void step_deviceFailsAgainAndAgain_warnsOnceAMinute() {
        for (long end = now + HOUR; end - now > 0; ) {
            isWorking = !isWorking;
            now += Math.max(follower.step(now), TimeUnit.MILLISECONDS.toNanos(1));
        }
        assertTrue(follower.warnings() >= 50 && follower.warnings() <= 60, "warnings=" + follower.warnings());
    }
}
