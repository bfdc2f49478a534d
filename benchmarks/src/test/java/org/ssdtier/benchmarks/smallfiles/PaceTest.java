package org.ssdtier.benchmarks.smallfiles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class PaceTest {
    private final AtomicLong nanos = new AtomicLong(-5_000);

    private Pace pace(long bytesPerSecond) {
        // a wait may end early: the pace then waits again
        return new Pace(bytesPerSecond, nanos::get, wait -> nanos.addAndGet(Math.max(1, wait / 2)));
    }

    @Test
    void bytes_ofAnyNumberOfReads_takeTheirTime() {
        Pace pace = pace(1_000);
        for (int i = 0; i < 10; i++) {
            pace.passed(100);
        }
        assertEquals(1_000_000_000L - 5_000, nanos.get());
    }

    @Test
    void bytes_thatComeSlowly_doNotWait() {
        Pace pace = pace(1_000);
        nanos.addAndGet(5_000_000_000L);
        pace.passed(4_999);
        assertEquals(5_000_000_000L - 5_000, nanos.get());
        pace(Pace.UNLIMITED).passed(Long.MAX_VALUE);
        assertEquals(5_000_000_000L - 5_000, nanos.get());
    }
}
