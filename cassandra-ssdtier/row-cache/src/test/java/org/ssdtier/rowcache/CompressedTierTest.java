package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.settle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.device.Storage;

/** Compressed images in both tiers, and their dictionaries through restarts, crashes, faults and erasures. */
@Tag("crash")
class CompressedTierTest {
    private static final UUID ID = new UUID(1, 2);
    private static final int ROWS = 60;
    private static final int CUTS = 150;
    private static final int FATES = 5;
    /** A part of every image, and so of a dictionary. */
    private static final String SECRET = "a-secret-of-the-row";

    private final HookStorage storage = new HookStorage();
    private final TestCache.ManualClock clock = new TestCache.ManualClock();

    @Test
    void restart_clean_imagesAndDictionaryAreBack() {
        TieredCache cache = filled(storage);
        long dictionaries = cache.stats().compression().dictionaries();
        assertTrue(dictionaries > 0);
        cache.cleanStop(TestCache.IDENTITY, id -> new byte[] {1});
        try (TieredCache next = open(storage, true)) {
            next.confirm(next.table(ID), new byte[] {1});
            settle(next);
            assertEquals(dictionaries, next.stats().compression().dictionaries());
            assertTrue(found(next) > ROWS / 2, "found=" + found(next));
            assertEquals(0, next.stats().compression().dictionaryMisses());
        }
    }

    /** Images of before are still decompressed when compression is switched off. */
    @Test
    void restart_switchedOff_compressedImagesAnswer() {
        filled(storage).cleanStop(TestCache.IDENTITY, id -> new byte[] {1});
        try (TieredCache next = open(storage, false)) {
            next.confirm(next.table(ID), new byte[] {1});
            settle(next);
            assertTrue(found(next) > ROWS / 2);
            publish(next, 1);
            assertEquals(0, next.stats().compression().compressedImages());
        }
    }

    @Test
    void restart_dictionariesLost_everyCompressedImageIsACountedMiss() throws IOException {
        filled(storage).cleanStop(TestCache.IDENTITY, id -> new byte[] {1});
        for (String name : dictionaries(storage)) {
            storage.delete(name);
        }
        try (TieredCache next = open(storage, true)) {
            next.confirm(next.table(ID), new byte[] {1});
            settle(next);
            long found = found(next);
            assertTrue(next.stats().compression().dictionaryMisses() > ROWS / 2);
            assertTrue(found < ROWS / 2, "only those from before the dictionary: " + found);
            assertEquals(0, next.stats().errors());
        }
    }

    @Test
    void restart_dictionaryDamaged_isLost_andCounted() throws IOException {
        filled(storage).cleanStop(TestCache.IDENTITY, id -> new byte[] {1});
        List<String> names = dictionaries(storage);
        for (String name : names) {
            Device device = storage.raw(name);
            ByteBuffer page = AlignedBuffers.allocate(Device.PAGE_BYTES);
            device.read(page, Device.PAGE_BYTES);
            page.flip().limit(Device.PAGE_BYTES);
            page.put(17, (byte) (page.get(17) ^ 4));
            device.write(page, Device.PAGE_BYTES);
        }
        try (TieredCache next = open(storage, true)) {
            next.confirm(next.table(ID), new byte[] {1});
            settle(next);
            found(next);
            assertEquals(names.size(), next.stats().compression().dictionariesDamaged());
            assertTrue(next.stats().compression().dictionaryMisses() > 0);
            assertEquals(0, next.stats().errors());
        }
    }

    /** Wherever the storage is cut, no image is left that needs a dictionary that is not. Checked by removal of the force. */
    @Test
    void crash_atAnyWrite_noImageWithoutItsDictionary() {
        int crashes = 0;
        long found = 0;
        for (int cut = 0; cut < CUTS; cut++) {
            for (int fate = 0; fate < FATES; fate++) {
                CrashStorage dead = new CrashStorage();
                TieredCache cache = open(dead, true);
                declare(cache);
                dead.cutAt(cut);
                fill(cache);
                crashes += dead.isCut() ? 1 : 0;
                dead.cut();
                cache.close();
                Random fates = new Random(31L * cut + fate);
                CrashStorage left = fate == 0
                        ? dead.afterKill()
                        : dead.afterPowerCut(() -> fates.nextInt(CrashStorage.Fate.CHOICES));
                try (TieredCache next = open(left, true)) {
                    next.journaled().reconcile(next.table(ID), List.of("a"), List.of("a"));
                    settle(next);
                    found += found(next);
                    assertEquals(0, next.stats().compression().dictionaryMisses(), "cut=" + cut + " fate=" + fate);
                    assertEquals(0, next.stats().errors());
                }
            }
        }
        assertTrue(crashes > 60 && found > 1_000, "crashes=" + crashes + " found=" + found);
    }

    /** The tier comes back in an empty directory, in which the images in memory will be stored. Checked by removal. */
    @Test
    void offline_andBackInAnEmptyDirectory_theDictionariesAreThere() throws IOException {
        TieredCache cache = filled(storage);
        List<String> before = dictionaries(storage);
        storage.setPresent(false);
        clock.advanceSeconds(2);
        settle(cache);
        assertEquals(CacheState.OFFLINE, cache.state());
        for (String name : storage.names()) {
            storage.delete(name);
        }
        storage.setPresent(true);
        clock.advanceSeconds(3_600);
        settle(cache);
        assertEquals(CacheState.ONLINE, cache.state());
        assertEquals(before, dictionaries(storage));
        cache.cleanStop(TestCache.IDENTITY, id -> new byte[] {1});
        try (TieredCache next = open(storage, true)) {
            next.confirm(next.table(ID), new byte[] {1});
            settle(next);
            found(next);
            assertEquals(0, next.stats().compression().dictionaryMisses());
        }
    }

    /** Checked by removal: dictionaries contain pieces of rows. */
    @Test
    void erase_leavesNoPieceOfARow() throws IOException {
        try (TieredCache cache = filled(storage)) {
            assertTrue(occurrences() > 0);
            assertTrue(dictionaries(storage).size() > 0);
            assertTrue(cache.erase());
            while (cache.ssd().eraseRemainingBytes() > 0) {
                if (!cache.work()) {
                    clock.advanceSeconds(1);
                }
            }
            assertEquals(0, cache.ssd().eraseRemainingBytes());
            assertEquals(List.of(), dictionaries(storage), "gone when an operator is told that the erasure has ended");
            assertEquals(0, occurrences());
            settle(cache);
            assertEquals(0, cache.stats().compression().dictionaries());
            assertEquals(0, found(cache));
            fill(cache);
            assertTrue(found(cache) > ROWS / 2, "the tier works on");
            assertTrue(cache.stats().compression().dictionaries() > 0);
        }
    }

    @Test
    void erase_aDictionaryThatWasTrainedMeanwhile_isNotUsed() throws IOException {
        try (TieredCache cache = filled(storage)) {
            assertTrue(cache.erase());
            for (int round = 0; round < 3; round++) {
                for (int row = 0; row < ROWS; row++) {
                    publish(cache, row);
                }
            }
            while (cache.ssd().eraseRemainingBytes() > 0) {
                settle(cache);
                clock.advanceSeconds(1);
            }
            settle(cache);
            evict(cache);
            settle(cache);
            found(cache);
            assertEquals(0, cache.stats().compression().dictionaryMisses());
            assertEquals(
                    cache.stats().compression().dictionaries(),
                    dictionaries(storage).size());
        }
    }

    @Test
    void forget_ofATable_removesItsDictionaries() throws IOException {
        try (TieredCache cache = filled(storage)) {
            cache.forget(ID);
            settle(cache);
            assertEquals(List.of(), dictionaries(storage));
            assertEquals(0, cache.stats().compression().dictionaries());
            fill(cache); // a table of the same ID is another table
            assertTrue(found(cache) > 0);
            assertEquals(0, cache.stats().compression().dictionaryMisses());
        }
    }

    @Test
    void start_theTableIsGone_itsDictionariesAreRemoved() throws IOException {
        filled(storage).cleanStop(TestCache.IDENTITY, id -> new byte[] {1});
        try (TieredCache next = open(storage, true)) {
            assertFalse(dictionaries(storage).isEmpty());
            next.compression().keepOnly(id -> false);
            settle(next);
            assertEquals(List.of(), dictionaries(storage));
        }
    }

    @Test
    void clear_keepsTheDictionaries() throws IOException {
        try (TieredCache cache = filled(storage)) {
            List<String> before = dictionaries(storage);
            cache.clear();
            settle(cache);
            assertEquals(before, dictionaries(storage));
            assertEquals(0, found(cache));
        }
    }

    private TieredCache open(Storage of, boolean isCompressed) {
        return TestCache.open(of, clock, options -> StoredImages.compressed(options, isCompressed)
                .ssd(TestCache.ssd().withRecovery(RecoverOnStart.CRASH)));
    }

    private TieredCache filled(Storage of) {
        TieredCache cache = open(of, true);
        declare(cache);
        fill(cache);
        return cache;
    }

    private static void declare(TieredCache cache) {
        settle(cache);
        cache.journaled().declare(cache.table(ID), List.of("a"));
    }

    private static void fill(TieredCache cache) {
        settle(cache);
        for (int round = 0; round < 2; round++) {
            for (int row = 0; row < ROWS; row++) {
                publish(cache, row);
                settle(cache);
            }
        }
        evict(cache);
        settle(cache);
    }

    private static void publish(TieredCache cache, int row) {
        RowKey key = key(cache.table(ID), row);
        StoredImages.publish(cache, key, key.table().ticket(), image(row));
    }

    private static ByteBuffer image(int row) {
        byte[] text = (SECRET + " row number " + row + " " + "of a table whose rows have much in common ".repeat(3)
                        + row * 31)
                .getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(9 + text.length)
                .putInt(row)
                .put((byte) 1)
                .putInt(row)
                .put(text)
                .flip();
    }

    /** Returns how many rows are found; each must be right. */
    private static long found(TieredCache cache) {
        long found = 0;
        for (int row = 0; row < ROWS; row++) {
            RowKey key = key(cache.table(ID), row);
            try (Image image = cache.get(key, key.table().ticket())) {
                ByteBuffer original = image == null ? null : StoredImages.original(cache, key.table(), image.bytes());
                if (original != null) {
                    assertEquals(image(row), original.rewind(), "row=" + row);
                    found++;
                }
            }
        }
        return found;
    }

    private static List<String> dictionaries(HookStorage of) throws IOException {
        return of.names().stream()
                .filter(name -> name.startsWith("dictionary-"))
                .sorted()
                .toList();
    }

    private long occurrences() throws IOException {
        byte[] secret = SECRET.substring(2, 12).getBytes(StandardCharsets.UTF_8);
        long found = 0;
        for (String name : storage.names()) {
            Device device = storage.raw(name);
            ByteBuffer bytes = AlignedBuffers.allocate((int) device.size());
            device.read(bytes, 0);
            for (int at = 0; at + secret.length <= bytes.capacity(); at++) {
                found += bytes.slice(at, secret.length).equals(ByteBuffer.wrap(secret)) ? 1 : 0;
            }
        }
        return found;
    }
}
