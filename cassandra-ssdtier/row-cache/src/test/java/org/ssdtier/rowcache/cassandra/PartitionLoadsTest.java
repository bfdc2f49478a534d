package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;
import org.ssdtier.segmentlog.device.NanoClock;

@Tag("unit")
class PartitionLoadsTest {
    private static final long NO_DEADLINE = Long.MAX_VALUE;

    private final PartitionLoads loads = new PartitionLoads(1, NanoClock.SYSTEM);
    private final RowKey key = key(1);

    @Test
    void begin_whileAnotherIsInProgress_isRefused() {
        PartitionLoads.Load load = loads.begin(key);
        assertNotNull(load);
        assertNull(loads.begin(key));
        loads.end(key, load);
        assertNotNull(loads.begin(key));
    }

    @Test
    void await_loadThatHasEnded_returnsAtOnce() throws InterruptedException {
        assertTrue(loads.await(key, NO_DEADLINE));
        assertEquals(0, loads.waiters());
    }

    @Test
    void await_deadlinePassed_returnsAtOnce() throws InterruptedException {
        assertNotNull(loads.begin(key));
        assertFalse(loads.await(key, -1));
        assertFalse(loads.await(key, 0));
        assertEquals(0, loads.waiters());
    }

    @Test
    void waitNanos_leavesHalfOfTheTimeForTheDisk() {
        assertEquals(500, loads.waitNanos(1_000));
        assertEquals(0, loads.waitNanos(-1_000));
    }

    /** The initial mean is 10 ms, and very short loads reduce it. */
    @Test
    void waitNanos_isAMultipleOfTheMeanLoad() {
        long first = loads.waitNanos(NO_DEADLINE);
        assertTrue(first <= TimeUnit.MILLISECONDS.toNanos(80), "nanos=" + first);
        for (int i = 0; i < 200; i++) {
            loads.end(key, loads.begin(key));
        }
        long then = loads.waitNanos(NO_DEADLINE);
        assertTrue(then < first / 2, "first=" + first + " then=" + then);
    }

    /** The thread is interrupted, so a wait would throw. */
    @Test
    void await_moreThanMayWait_doesNotWait() throws InterruptedException {
        PartitionLoads few = new PartitionLoads(0, NanoClock.SYSTEM);
        assertNotNull(few.begin(key));
        Thread.currentThread().interrupt();
        assertFalse(few.await(key, NO_DEADLINE));
        assertTrue(Thread.interrupted());
        assertEquals(0, few.waiters());
    }

    private static RowKey key(int number) {
        try (TieredCache cache = TieredCache.open(TieredCacheOptions.builder().build())) {
            return new RowKey(cache.table(new UUID(1, 2)), new byte[] {(byte) number}, number);
        }
    }
}
