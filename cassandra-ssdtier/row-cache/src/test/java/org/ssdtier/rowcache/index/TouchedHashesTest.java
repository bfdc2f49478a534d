package org.ssdtier.rowcache.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of {@link TouchedHashes} against a map. */
@Tag("property")
class TouchedHashesTest {
    private static final int CHANGES = 200_000;

    @Test
    void highestNumberOfEachHash_isKept_howeverManyThereAre() {
        Random random = new Random(1);
        TouchedHashes touched = new TouchedHashes(2 * CHANGES);
        Map<Long, Integer> expected = new HashMap<>();
        expected.put(0L, 3); // a hash like any other
        touched.add(0, 3);
        for (int i = 0; i < CHANGES; i++) {
            long hash = random.nextInt(4) == 0 ? random.nextInt(1_000) : random.nextLong();
            int number = 1 + random.nextInt(1_000);
            touched.add(hash, number);
            expected.merge(hash, number, Math::max);
        }
        assertEquals(expected.size(), touched.size());
        expected.forEach((hash, number) -> assertEquals(number, touched.number(hash), "hash=" + hash));
        assertEquals(0, touched.number(random.nextLong()));
        Set<Long> visited = new HashSet<>();
        touched.forEach(visited::add);
        assertEquals(expected.keySet(), visited);
    }

    @Test
    void moreThanTheLimit_areRefused_knownOnesAreNot() {
        TouchedHashes touched = new TouchedHashes(1_000);
        for (long hash = 0; hash < 1_000; hash++) {
            assertTrue(touched.add(hash, 1));
        }
        assertFalse(touched.add(1_000, 1));
        assertTrue(touched.add(999, 2));
        assertEquals(1_000, touched.size());
        assertEquals(0, touched.number(1_000));
        assertEquals(2, touched.number(999));
    }

    @Test
    void limitBeyondTheTable_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new TouchedHashes(TouchedHashes.MAX_HASHES + 1));
        assertThrows(IllegalArgumentException.class, () -> new TouchedHashes(0));
    }
}
