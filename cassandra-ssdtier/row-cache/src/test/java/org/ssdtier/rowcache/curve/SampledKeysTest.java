package org.ssdtier.rowcache.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class SampledKeysTest {
    private static final int CAPACITY = 100;

    private final SampledKeys keys = new SampledKeys(CAPACITY);
    private final List<Integer> left = new ArrayList<>();

    /** Hashes that differ in few bits, so that many share a place. */
    @Test
    void randomAddsAndRemoves_agreeWithAMap() {
        SplittableRandom random = new SplittableRandom(7);
        Map<Long, Integer> model = new HashMap<>();
        for (int step = 0; step < 50_000; step++) {
            long hash = random.nextInt(40) * 64L - 512;
            int table = random.nextInt(3);
            long name = hash * 4 + table;
            Integer known = model.get(name);
            assertEquals(known == null ? KeyLists.NONE : known, keys.find(hash, table), "step=" + step);
            if (known != null && random.nextBoolean()) {
                keys.remove(known);
                model.remove(name);
            } else if (known == null && model.size() < CAPACITY) {
                int key = keys.add(hash, table, left::add);
                assertEquals(hash, keys.hash(key));
                assertEquals(table, keys.table(key));
                model.put(name, key);
            }
        }
        assertTrue(left.isEmpty());
    }

    @Test
    void add_full_replacesAKeyThatIsInNoMiniature() {
        for (int hash = 0; hash < CAPACITY; hash++) {
            int key = keys.add(hash, 0, left::add);
            if (hash != 42) {
                keys.hold(key);
            }
        }
        int replaced = keys.find(42, 0);
        int added = keys.add(1_000, 0, left::add);
        assertEquals(List.of(replaced), left);
        assertEquals(replaced, added);
        assertEquals(KeyLists.NONE, keys.find(42, 0));
        assertNotEquals(KeyLists.NONE, keys.find(41, 0));
    }

    @Test
    void isCrowded_sevenEighthsInMiniatures_untilLetGo() {
        int last = 0;
        for (int hash = 0; hash < CAPACITY * 7 / 8; hash++) {
            last = keys.add(hash, 0, left::add);
            keys.hold(last);
            keys.hold(last);
        }
        assertFalse(keys.isCrowded());
        int one = keys.add(1_000, 0, left::add);
        keys.hold(one);
        assertTrue(keys.isCrowded());
        keys.letGo(last);
        assertTrue(keys.isCrowded());
        keys.letGo(last);
        assertFalse(keys.isCrowded());
    }

    @Test
    void countRead_halved_forgetsHalf() {
        int key = keys.add(1, 0, left::add);
        keys.countRead(key);
        keys.countRead(key);
        assertEquals(3, keys.countRead(key));
        keys.halveCounts();
        assertEquals(2, keys.countRead(key));
    }
}
