package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DefinitionIndexTest {
    @Test
    @Tag("property")
    void everyLookUp_ofRandomEntries_answersAsTheModelDoes() {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            DefinitionIndex index = new DefinitionIndex();
            TreeMap<Long, Long> locations = new TreeMap<>();
            Map<Integer, List<Integer>> byHash = new HashMap<>();
            long id = 1;
            for (int left = random.nextInt(12_000); left > 0; left--) {
                id += 1 + (random.nextInt(50) == 0 ? random.nextInt(1 << 20) : 0);
                int hash = random.nextInt(3) == 0 ? random.nextInt(50) : random.nextInt();
                long location = random.nextLong() >>> 1;
                index.add((int) id, hash, location, 7);
                locations.put(id, location);
                byHash.computeIfAbsent(hash, none -> new ArrayList<>()).add((int) id);
            }
            check(index, locations, byHash, seed);
            DefinitionIndex all = index;
            DefinitionIndex half = index.retain(position -> all.id(position) % 2 == 0);
            locations.keySet().removeIf(each -> each % 2 != 0);
            byHash.values().forEach(ids -> ids.removeIf(each -> each % 2 != 0));
            check(half, locations, byHash, seed);
        }
    }

    private static void check(
            DefinitionIndex index, Map<Long, Long> locations, Map<Integer, List<Integer>> byHash, int seed) {
        assertEquals(locations.size(), index.size(), "seed=" + seed);
        locations.forEach((id, location) -> {
            int position = index.position((int) (long) id);
            assertTrue(position >= 0, "seed=" + seed + " id=" + id);
            assertEquals(location, index.location(position), "seed=" + seed + " id=" + id);
            assertEquals(7, index.table(position));
        });
        byHash.forEach((hash, ids) -> {
            int[] found = index.candidates(hash);
            Arrays.sort(found);
            assertArrayEquals(ids.stream().mapToInt(i -> i).sorted().toArray(), found, "seed=" + seed);
        });
        assertEquals(-1, index.position(0));
    }

    @Test
    @Tag("unit")
    void ids_beyondTwoToThe31_areInOrder() {
        DefinitionIndex index = new DefinitionIndex();
        index.add(5, 1, 100, 0);
        index.add(0x7FFF_FFFF, 2, 200, 0);
        index.add(0x8000_0000, 3, 300, 0);
        index.add(0xFFFF_FFFF, 4, 400, 0);
        assertEquals(400, index.location(index.position(0xFFFF_FFFF)));
        assertEquals(300, index.location(index.position(0x8000_0000)));
        assertEquals(-1, index.position(0x8000_0001));
    }

    @Test
    @Tag("unit")
    void bytes_ofManyEntries_areAtMost24EachBothWays() {
        DefinitionIndex index = new DefinitionIndex();
        Random random = new Random(1);
        double most = 0;
        for (int id = 1; id <= 1_000_000; id++) {
            index.add(id, random.nextInt(), id, 1);
            if (id >= 500_000) {
                most = Math.max(most, (double) index.bytes() / id);
            }
        }
        assertTrue(most <= 24, "bytes a definition=" + most);
    }
}
