package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link TouchedHashes} against a map. */
@Tag("property")
class TouchedHashesTest {
    private static final int CHANGES = 200_000;

    @Test
    void highestNumberOfEachHash_isKept_howeverManyThereAre() {
        Random random = new Random(1);
        TouchedHashes touched = new TouchedHashes();
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
}
