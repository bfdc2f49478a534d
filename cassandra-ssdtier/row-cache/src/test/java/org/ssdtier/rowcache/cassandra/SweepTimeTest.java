package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.cassandra.SweepTime.Allowed;

/** Tests of how a flush divides its time between images in memory and images on the SSD. */
@Tag("unit")
class SweepTimeTest {
    private static final long LIMIT_NANOS = 2_000_000_000;
    private static final long READ_NANOS = 150_000;
    private static final long DROP_NANOS = 3_000;

    private long nanos;

    /**
     * Checked by removal: with a fixed time for each key that follows, SSD reads use up the time of a busy node's flush, and many
     * images in memory are dropped.
     */
    @Test
    void keysOfABusyNode_readsLeaveTimeForAllOfThem() {
        for (long mergeNanos : new long[] {3_000, 10_000, 15_000}) {
            Map<Allowed, Integer> keys = sweep(100_000, mergeNanos, 0.3);
            assertEquals(0, keys.get(Allowed.DROP), "DROP at mergeNanos=" + mergeNanos);
            assertEquals(0, keys.get(Allowed.NOTHING), "NOTHING at mergeNanos=" + mergeNanos);
            assertTrue(keys.get(Allowed.READ) > 0, "READ at mergeNanos=" + mergeNanos);
        }
    }

    @Test
    void keysOfAnIdleNode_allAreRead() {
        assertEquals(10_000, sweep(10_000, 1_000, 0.3).get(Allowed.READ));
    }

    @Test
    void timeTooShortForTheKeys_noneIsRead() {
        Map<Allowed, Integer> keys = sweep(2_000_000, 3_000, 0.3);
        assertEquals(0, keys.get(Allowed.READ));
        assertTrue(keys.get(Allowed.DROP) > 0);
        assertTrue(keys.get(Allowed.NOTHING) > 0);
    }

    @Test
    void onlyReads_endBeforeTheTimeForTheOthers() {
        Map<Allowed, Integer> keys = sweep(100_000, 3_000, 1);
        assertTrue(keys.get(Allowed.READ) > 5_000, "READ=" + keys);
        assertEquals(0, keys.get(Allowed.NOTHING));
    }

    /** Sweeps over keys, some of them only on the SSD. Returns how many keys got each answer. */
    private Map<Allowed, Integer> sweep(int keys, long mergeNanos, double onSsd) {
        Map<Allowed, Integer> allowed = new EnumMap<>(Allowed.class);
        for (Allowed value : Allowed.values()) {
            allowed.put(value, 0);
        }
        SplittableRandom random = new SplittableRandom(1);
        SweepTime time = new SweepTime(LIMIT_NANOS, () -> nanos);
        for (int key = 0; key < keys; key++) {
            Allowed next = time.next(keys - 1 - key);
            allowed.merge(next, 1, Integer::sum);
            boolean isOnSsd = random.nextDouble() < onSsd;
            if (isOnSsd && next == Allowed.READ) {
                time.wasRead();
                nanos += READ_NANOS;
            } else {
                nanos += isOnSsd || next.compareTo(Allowed.MERGE) > 0 ? DROP_NANOS : mergeNanos;
            }
        }
        return allowed;
    }
}
