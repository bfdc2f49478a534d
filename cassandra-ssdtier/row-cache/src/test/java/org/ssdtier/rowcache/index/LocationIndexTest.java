package org.ssdtier.rowcache.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.rowcache.TieredCacheOptions;

/** Comparison of the index with a map, and tests of its fill and its false matches. */
@Tag("property")
class LocationIndexTest {
    /** The place to which a hash must lead. */
    private record Place(int segmentSlot, int offset, int recordBytes) {}

    @Test
    void slot_everyField_comesBack() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            int fingerprint = random.nextInt(1 << 16);
            int segment = random.nextInt(1 << 16);
            int offset = random.nextInt(1 << 24) * 16;
            int sizeClass = 1 + random.nextInt(63);
            int recency = random.nextInt(4);
            long slot = EntryDescriptor.encode(fingerprint, segment, offset, sizeClass, recency);
            assertEquals(fingerprint, EntryDescriptor.fingerprint(slot));
            assertEquals(segment, EntryDescriptor.segmentSlot(slot));
            assertEquals(offset, EntryDescriptor.offset(slot));
            assertEquals(sizeClass, EntryDescriptor.sizeClass(slot));
            assertEquals(recency, EntryDescriptor.recency(slot));
            assertTrue(slot != EntryDescriptor.EMPTY);
            assertTrue(EntryDescriptor.isSameRecord(slot, EntryDescriptor.withRecency(slot, 3 - recency)));
        }
    }

    @Test
    void sizeClass_everyLength_isCoveredByItsClassAndByNoSmallerOne() {
        for (int bytes = 1; bytes < 3_000_000; bytes = bytes + 1 + bytes / 50) {
            int sizeClass = EntryDescriptor.sizeClassOf(bytes);
            assertTrue(EntryDescriptor.bytesOf(sizeClass) >= bytes, "bytes=" + bytes);
            assertTrue(sizeClass == 1 || EntryDescriptor.bytesOf(sizeClass - 1) < bytes, "bytes=" + bytes);
        }
        assertTrue(EntryDescriptor.bytesOf(63) > TieredCacheOptions.MAX_IMAGE_BYTES);
    }

    /** It is cleared in pieces of 16 MiB, which do not divide its size. */
    @Test
    void clear_ofAnIndexOfManyPieces_leavesNoByte() {
        LocationIndex index = new LocationIndex((40 << 20) + LocationIndex.BUCKET_BYTES);
        int bytes = (int) index.sizeBytes();
        try {
            ByteBuffer memory = index.memory(0, bytes);
            while (memory.hasRemaining()) {
                memory.putLong(-1);
            }
            index.clear();
            memory.flip();
            while (memory.hasRemaining()) {
                assertEquals(0, memory.getLong(), "offset=" + memory.position());
            }
        } finally {
            Reference.reachabilityFence(index); // a buffer does not keep the memory
        }
    }

    /**
     * An entry may be lost, by the removal of another key with the same fingerprint or in a full index. It is never
     * wrong, and a removed entry never answers.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomOperations_againstAMap_neverWrong(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        LocationIndex index = new LocationIndex(64 << (seed % 4 * 3));
        Map<Long, Place> model = new HashMap<>();
        List<Long> hashes = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            hashes.add(KeyHash.mix(i));
        }
        for (int i = 0; i < 30_000; i++) {
            long hash = hashes.get(random.nextInt(hashes.size()));
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    Place place =
                            new Place(random.nextInt(1 << 16), random.nextInt(1 << 24) * 16, 1 + random.nextInt(9000));
                    index.put(hash, place.segmentSlot(), place.offset(), place.recordBytes(), slot -> {});
                    model.put(hash, place);
                    assertTrue(isAt(index, hash, place), "seed=" + seed + ": the new entry is missing");
                }
                case 2 -> {
                    index.remove(hash, slot -> {});
                    model.remove(hash);
                    assertEquals(LocationIndex.NONE, index.seek(hash, 0), "seed=" + seed);
                }
                case 3 -> move(index, model, hash, random);
                case 4 -> touch(index, hash);
                default -> checkAnswer(index, model, hash, seed);
            }
        }
        long found = model.entrySet().stream()
                .filter(entry -> isAt(index, entry.getKey(), entry.getValue()))
                .count();
        assertTrue(found <= index.entries());
        assertTrue(index.entries() <= index.capacity());
    }

    @Test
    void put_sameHashTwice_leavesOneEntry() {
        LocationIndex index = new LocationIndex(4096);
        index.put(77, 1, 16, 100, slot -> {});
        index.put(77, 2, 32, 100, slot -> {});
        assertEquals(1, index.entries());
        assertTrue(isAt(index, 77, new Place(2, 32, 100)));
    }

    @Test
    void move_entryRemovedMeanwhile_fails() {
        LocationIndex index = new LocationIndex(4096);
        index.put(77, 1, 16, 100, slot -> {});
        long slot = index.find(77, 1, 16);
        index.remove(77, removed -> {});
        assertFalse(index.move(77, slot, 2, 32));
        assertEquals(0, index.entries());
    }

    @Test
    void put_fullIndex_theLeastRecentGoes() {
        LocationIndex index = new LocationIndex(64);
        for (int hash = 1; hash <= 8; hash++) {
            index.put(hash, hash, 16, 100, slot -> {});
        }
        for (int hash = 1; hash <= 7; hash++) {
            touch(index, hash);
        }
        index.put(9, 9, 16, 100, slot -> assertEquals(8, EntryDescriptor.segmentSlot(slot)));
        assertTrue(isAt(index, 9, new Place(9, 16, 100)));
        assertEquals(1, index.displaced());
    }

    /**
     * Checks that an entry takes at most ten bytes, everything included, at a fill of at least 85 %, and that a look-up
     * rarely matches the entry of another key.
     */
    @Test
    void millionEntries_atNinetyPercentFill_fewAreLostAndStrangersAreRare() {
        int entries = 1_000_000;
        long bytes = (long) (9.6 * entries);
        IndexMemory memory = IndexMemory.of(bytes);
        LocationIndex index = new LocationIndex(memory.entryBytes());
        for (int i = 0; i < entries; i++) {
            index.put(KeyHash.mix(i), i & 0xffff, 16, 500, slot -> {});
        }
        double fill = (double) index.entries() / index.capacity();
        double lost = 1 - (double) index.entries() / entries;
        long strangers = 0;
        for (int i = entries; i < 4 * entries; i++) {
            for (int place = index.seek(KeyHash.mix(i), 0);
                    place != LocationIndex.NONE;
                    place = index.seek(KeyHash.mix(i), place + 1)) {
                strangers++;
            }
        }
        double rate = (double) strangers / (3.0 * entries);
        System.out.println(
                "index fill=" + fill + " lost=" + lost + " strangers=" + rate + " displaced=" + index.displaced());
        assertTrue(fill >= 0.85, "fill=" + fill);
        assertTrue((double) bytes / index.entries() <= 10);
        assertTrue(lost < 0.01, "lost=" + lost);
        assertTrue(rate <= 3e-4, "strangers=" + rate);
    }

    private static void move(LocationIndex index, Map<Long, Place> model, long hash, SplittableRandom random) {
        Place place = model.get(hash);
        if (place == null) {
            return;
        }
        long slot = index.find(hash, place.segmentSlot(), place.offset());
        Place next = new Place(random.nextInt(1 << 16), random.nextInt(1 << 24) * 16, place.recordBytes());
        if (slot != EntryDescriptor.EMPTY && index.move(hash, slot, next.segmentSlot(), next.offset())) {
            model.put(hash, next);
            assertTrue(isAt(index, hash, next));
        }
    }

    private static void touch(LocationIndex index, long hash) {
        int place = index.seek(hash, 0);
        if (place != LocationIndex.NONE) {
            index.touch(hash, place, index.entry(hash, place));
        }
    }

    /**
     * Checks that each match of a look-up is the current place of some hash with this fingerprint, usually of this
     * hash.
     */
    private static void checkAnswer(LocationIndex index, Map<Long, Place> model, long hash, long seed) {
        for (int at = index.seek(hash, 0); at != LocationIndex.NONE; at = index.seek(hash, at + 1)) {
            long slot = index.entry(hash, at);
            boolean known = model.entrySet().stream()
                    .anyMatch(entry -> LocationIndex.matches(entry.getKey(), slot)
                            && entry.getValue().segmentSlot() == EntryDescriptor.segmentSlot(slot)
                            && entry.getValue().offset() == EntryDescriptor.offset(slot));
            assertTrue(known, "seed=" + seed + " slot=" + Long.toHexString(slot));
        }
    }

    private static boolean isAt(LocationIndex index, long hash, Place place) {
        return index.find(hash, place.segmentSlot(), place.offset()) != EntryDescriptor.EMPTY;
    }
}
