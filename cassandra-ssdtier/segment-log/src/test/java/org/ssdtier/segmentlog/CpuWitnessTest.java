package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class CpuWitnessTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1)); // it overflows
    private long delayNanos;
    private int sleeps;
    private final CpuWitness witness = new CpuWitness(now::get, this::sleep, TimeUnit.MILLISECONDS.toNanos(1));

    private void sleep(long nanos) {
        sleeps++;
        now.addAndGet(nanos + delayNanos);
    }

    @Test
    void sleepsThatEndInTime_showNoShortage() {
        delayNanos = TimeUnit.MILLISECONDS.toNanos(9);
        for (int i = 0; i < 20; i++) {
            witness.sleep(TimeUnit.MILLISECONDS.toNanos(250));
        }
        assertFalse(witness.isCpuShort());
        assertEquals(30, sleeps);
    }

    @Test
    void lateWakeUp_isAShortage_forASecond() {
        delayNanos = TimeUnit.MILLISECONDS.toNanos(10);
        witness.sleep(TimeUnit.MILLISECONDS.toNanos(250));
        delayNanos = 0;
        assertTrue(witness.isCpuShort());
        assertEquals(1, sleeps, "it was known already");
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertFalse(witness.isCpuShort());
    }

    @Test
    void shortageThatBegins_isSeenByTheNextNap() {
        delayNanos = TimeUnit.MILLISECONDS.toNanos(100);
        assertTrue(witness.isCpuShort());
        assertEquals(1, sleeps);
    }

    /** Ten milliseconds do not explain that a read takes more than 400. */
    @Test
    void delay_ofAFractionOfTheBound_isNoShortage() {
        CpuWitness ofLongReads = new CpuWitness(now::get, this::sleep, TimeUnit.MILLISECONDS.toNanos(400));
        delayNanos = TimeUnit.MILLISECONDS.toNanos(99);
        assertFalse(ofLongReads.isCpuShort());
        delayNanos = TimeUnit.MILLISECONDS.toNanos(100);
        assertTrue(ofLongReads.isCpuShort());
    }

    /** A thread that is woken early, for the stop, shows nothing. */
    @Test
    void earlyWakeUp_showsNoShortage() {
        delayNanos = -TimeUnit.MILLISECONDS.toNanos(5);
        witness.sleep(TimeUnit.MILLISECONDS.toNanos(250));
        assertFalse(witness.isCpuShort());
    }
}
