package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
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
            Map<Long, Fingerprint> fingerprints = new HashMap<>();
            Map<Fingerprint, Long> firsts = new HashMap<>();
            for (int left = random.nextInt(12_000); left > 0; left--) {
                long id = Integer.toUnsignedLong(random.nextInt());
                // few different halves: many entries share one of them
                Fingerprint fingerprint = new Fingerprint(random.nextInt(90), (long) random.nextInt(90) << 32);
                long location = random.nextLong() >>> 1;
                if (id != 0 && locations.putIfAbsent(id, location) == null) {
                    index.add((int) id, fingerprint, location, 7);
                    fingerprints.put(id, fingerprint);
                    firsts.putIfAbsent(fingerprint, id);
                }
            }
            check(index, locations, fingerprints, firsts, seed);
            DefinitionIndex half = index.retain(position -> index.id(position) % 2 == 0, locations.size() / 2);
            locations.keySet().removeIf(each -> each % 2 != 0);
            Map<Fingerprint, Long> halfFirsts = new HashMap<>();
            for (int position = 0; position < index.size(); position++) {
                long id = Integer.toUnsignedLong(index.id(position));
                Fingerprint fingerprint = fingerprints.get(id);
                if (id % 2 == 0 && fingerprint != null) {
                    halfFirsts.putIfAbsent(fingerprint, id);
                }
            }
            check(half, locations, fingerprints, halfFirsts, seed);
        }
    }

    private static void check(
            DefinitionIndex index,
            Map<Long, Long> locations,
            Map<Long, Fingerprint> fingerprints,
            Map<Fingerprint, Long> firsts,
            int seed) {
        assertEquals(locations.size(), index.size(), "seed=" + seed);
        locations.forEach((id, location) -> {
            int position = index.position((int) (long) id);
            assertTrue(position >= 0, "seed=" + seed + " id=" + id);
            assertEquals(location, index.location(position), "seed=" + seed + " id=" + id);
            assertEquals(7, index.table(position));
            assertTrue(index.has(position, fingerprints.getOrDefault(id, new Fingerprint(-1, -1))));
        });
        firsts.forEach((fingerprint, id) -> assertEquals(
                (int) (long) id, index.id(index.position(fingerprint)), "seed=" + seed + " " + fingerprint));
        assertArrayEquals(locations.keySet().stream().mapToInt(Long::intValue).toArray(), index.ids());
        assertEquals(DefinitionIndex.NOT_FOUND, index.position(0));
        assertEquals(DefinitionIndex.NOT_FOUND, index.position(new Fingerprint(1, 1)));
    }

    /** Checked by removal: if only one of two tables had grown, look-ups would leave the other one. */
    @Test
    @Tag("unit")
    void add_withoutMemory_failsAndChangesNothing() {
        AtomicInteger left = new AtomicInteger(3);
        DefinitionIndex index = new DefinitionIndex(
                bytes -> {
                    if (left.getAndDecrement() <= 0) {
                        throw new OutOfMemoryError("test");
                    }
                    return ByteBuffer.allocate(bytes);
                },
                1024);
        int id = 1;
        int failures = 0;
        while (id <= 10_000) {
            try {
                index.add(id, new Fingerprint(id * 77L, id), id, 0);
                id++;
            } catch (OutOfMemoryError e) {
                failures++;
                assertEquals(id - 1, index.size());
                assertEquals(DefinitionIndex.NOT_FOUND, index.position(id));
                for (int each = 1; each < id; each += 100) {
                    assertEquals(each, index.location(index.position(new Fingerprint(each * 77L, each))));
                    assertEquals(each, index.id(index.position(each)));
                }
                left.set(failures % 3); // with one, the first of the two tables is allocated and the second is not
            }
        }
        assertTrue(failures > 10, "failures=" + failures);
    }

    /**
     * If {@code link} did not stop at an equal fingerprint, a thousand IDs of a definition would take a thousand slots.
     */
    @Test
    @Tag("unit")
    void manyIdsOfOneDefinition_takeOneSlot() {
        DefinitionIndex index = new DefinitionIndex();
        Fingerprint one = new Fingerprint(1, 2);
        for (int id = 1; id <= 700; id++) {
            index.add(id, one, id, 0);
        }
        assertEquals(0, index.position(one));
        assertEquals(1, index.usedSlots());
        index.setLocation(index.position(700), 5);
        assertEquals(5, index.location(699));
    }

    @Test
    @Tag("unit")
    void bytes_ofManyEntries_areAtMost44EachBothWays() {
        DefinitionIndex index = new DefinitionIndex();
        Random random = new Random(1);
        double most = 0;
        for (int id = 1; id <= 1_000_000; id++) {
            index.add(id, new Fingerprint(random.nextLong(), random.nextLong()), id, 1);
            if (id >= 500_000) {
                most = Math.max(most, (double) index.bytes() / id);
            }
        }
        assertTrue(most <= 44, "bytes per definition=" + most);
    }
}
