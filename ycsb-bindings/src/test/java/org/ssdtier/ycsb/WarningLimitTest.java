package org.ssdtier.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class WarningLimitTest {
    private static final long SECOND_NANOS = 1_000_000_000;

    /** The clock's origin is arbitrary, and it may pass the largest number. */
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - SECOND_NANOS / 2);

    private final WarningLimit limit = new WarningLimit(now::get);

    @Test
    void allows_firstWarning_atOnce_andTheNextAfterASecond() {
        assertTrue(limit.allows());
        assertFalse(limit.allows());
        now.addAndGet(SECOND_NANOS - 1);
        assertFalse(limit.allows());
        now.addAndGet(1);
        assertTrue(limit.allows());
        assertFalse(limit.allows());
    }

    @Test
    void allows_manyFailuresOfTenSeconds_areTenWarnings() {
        long warnings = LongStream.range(0, 10_000)
                .filter(failure -> {
                    boolean isLogged = limit.allows();
                    now.addAndGet(SECOND_NANOS / 1_000);
                    return isLogged;
                })
                .count();
        assertEquals(10, warnings);
    }
}
