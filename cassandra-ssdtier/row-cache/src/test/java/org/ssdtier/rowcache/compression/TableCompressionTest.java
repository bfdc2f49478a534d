package org.ssdtier.rowcache.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.compression.SampleImages.POLICY;
import static org.ssdtier.rowcache.compression.SampleImages.copy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.cassandra.utils.vint.VIntCoding;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.NanoClock;

/** The compression of a table: trials, dictionaries, and images that are damaged or have lost their dictionary. */
@Tag("unit")
class TableCompressionTest {
    private static final UUID ID = new UUID(1, 2);
    private static final long SEED = 7;

    private final Random random = new Random(SEED);
    private final ImageCompression compression =
            ImageCompression.open(CompressionMode.AUTO, POLICY, false, false, NanoClock.SYSTEM);
    private final TableCompression table = compression.table(ID);

    @Test
    void compress_similarRows_areCompressedAfterATrial_andComeBack() throws IOException {
        make(400, SampleImages::json);
        assertTrue(table.isCompressed());
        assertEquals(1, table.dictionaries());
        for (int row = 0; row < 200; row++) {
            ByteBuffer image = SampleImages.json(random);
            ByteBuffer stored = stored(image);
            assertTrue(CompressedImageDescriptor.isCompressed(stored));
            assertFalse(CompressedImageDescriptor.isCompressed(image));
            assertEquals(image, original(stored));
        }
        assertTrue(table.ratio() > 2, "ratio=" + table.ratio());
        assertEquals(0, compression.counters().misses());
    }

    @Test
    void decompress_fromAnArray_isTheSame() throws IOException {
        make(400, SampleImages::json);
        ByteBuffer image = SampleImages.json(random);
        ByteBuffer stored = stored(image);
        ByteBuffer inArray = ByteBuffer.allocate(stored.remaining() + 3)
                .position(3)
                .put(stored.duplicate())
                .position(3);
        assertEquals(image, original(inArray));
    }

    @Test
    void compress_randomRows_areStoredAsTheyAre() {
        make(2_000, SampleImages::random);
        assertFalse(table.isCompressed());
        assertEquals(0, table.dictionaries());
        assertEquals(0, compression.counters().bytesBefore());
        assertTrue(compression.counters().trialsWithoutGain() > 0);
    }

    /** Checked by removal: without growth there is a trial every 400 images. */
    @Test
    void compress_randomRows_areTriedMoreAndMoreRarely() {
        make(100_000, SampleImages::random);
        assertTrue(
                compression.counters().trials() <= 7,
                "trials=" + compression.counters().trials());
    }

    @Test
    void compress_rowsThatBecomeSimilar_areCompressedLater() {
        make(300, SampleImages::random);
        make(3_000, SampleImages::json);
        assertTrue(table.isCompressed());
    }

    /** Checked by removal: without the review they would be compressed, or tried one by one, for ever. */
    @Test
    void compress_rowsThatBecomeRandom_areStoredAsTheyAre() {
        make(400, SampleImages::json);
        make((TrialSchedule.STOP_REVIEWS + 1) * TrialSchedule.REVIEW_IMAGES, SampleImages::random);
        assertFalse(table.isCompressed());
        assertEquals(1, table.dictionaries(), "images on the SSD may need it");
    }

    /** A batch of pictures must not end compression for as long as the table had it. */
    @Test
    void compress_rowsThatAreRandomForAWhile_areCompressedAgainSoon() {
        make(100_000, SampleImages::json);
        make((TrialSchedule.STOP_REVIEWS + 1) * TrialSchedule.REVIEW_IMAGES, SampleImages::random);
        assertFalse(table.isCompressed());
        make(3_000, SampleImages::json);
        assertTrue(table.isCompressed());
        assertTrue(table.dictionaries() <= 2, "the earlier one is as good");
    }

    @Test
    void compress_oneReviewWithoutGain_isNoReasonToStop() {
        make(400, SampleImages::json);
        make(2 * TrialSchedule.REVIEW_IMAGES, SampleImages::random);
        assertTrue(table.isCompressed());
    }

    /** Checked by removal: a dictionary for each change would be one too many for the first rows. */
    @Test
    void compress_rowsThatChangeToAndFro_useEarlierDictionariesAgain() throws IOException {
        make(400, SampleImages::json);
        ByteBuffer old = SampleImages.json(random);
        ByteBuffer stored = stored(old);
        for (int change = 0; change < 2 * TableCompression.MAX_VERSIONS; change++) {
            boolean isBack = change % 2 == 1;
            make(4 * TrialSchedule.REVIEW_IMAGES, isBack ? SampleImages::json : SampleImages::otherJson);
        }
        assertEquals(old, original(stored));
        assertTrue(table.dictionaries() <= 3, "dictionaries=" + table.dictionaries());
    }

    @Test
    void failed_aLackOfMemory_pausesCompressionForAMinute() {
        AtomicLong clock = new AtomicLong();
        CompressionParts parts = new CompressionParts(CompressionMode.AUTO, POLICY, false, Runnable::run, clock::get);
        parts.failed(new OutOfMemoryError("for a test"));
        assertFalse(parts.isOn());
        clock.addAndGet(TimeUnit.SECONDS.toNanos(59));
        assertFalse(parts.isOn());
        clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertTrue(parts.isOn());
        parts.failed(new UnsatisfiedLinkError("for a test"));
        parts.failed(new OutOfMemoryError("for a test"));
        clock.addAndGet(TimeUnit.HOURS.toNanos(1));
        assertFalse(parts.isOn());
    }

    @Test
    void compress_rowsThatChange_getANewDictionary_andOldOnesStayReadable() throws IOException {
        make(400, SampleImages::json);
        ByteBuffer old = SampleImages.json(random);
        ByteBuffer stored = stored(old);
        make(4 * TrialSchedule.REVIEW_IMAGES, SampleImages::otherJson);
        assertTrue(table.dictionaries() > 1);
        assertTrue(table.isCompressed());
        assertEquals(old, original(stored));
    }

    @Test
    void compress_switchedOff_doesNothing() {
        ImageCompression off = ImageCompression.open(CompressionMode.OFF, POLICY, false, false, NanoClock.SYSTEM);
        for (int row = 0; row < 1_000; row++) {
            assertNull(off.table(ID).compress(SampleImages.json(random)));
        }
        assertEquals(0, off.counters().trials());
    }

    @Test
    void compress_aLargeOrTinyImage_isStoredAsItIs() {
        make(400, SampleImages::json);
        assertNull(table.compress(ByteBuffer.allocate(CompressedImageDescriptor.MAX_ORIGINAL_BYTES + 1)));
        assertNull(table.compress(ByteBuffer.allocate(CompressedImageDescriptor.MIN_ORIGINAL_BYTES - 1)));
        try (Compressor largest = table.compress(ByteBuffer.allocate(CompressedImageDescriptor.MAX_ORIGINAL_BYTES))) {
            assertNotNull(largest);
        }
    }

    /** A dictionary that is not durable must not be needed by an image. Checked by removal. */
    @Test
    void compress_untilTheDictionaryIsDurable_imagesAreStoredAsTheyAre() throws IOException {
        ImageCompression saving = ImageCompression.open(CompressionMode.AUTO, POLICY, true, false, NanoClock.SYSTEM);
        TableCompression unsaved = saving.table(ID);
        for (int row = 0; row < 400; row++) {
            assertNull(unsaved.compress(SampleImages.json(random)));
        }
        assertTrue(saving.store().step(new MemoryStorage()));
        assertTrue(unsaved.isCompressed());
    }

    @Test
    void decompress_dictionaryForgotten_isACountedMiss() throws IOException {
        make(400, SampleImages::json);
        ByteBuffer stored = stored(SampleImages.json(random));
        compression.forgetAll();
        assertNull(table.decompress(stored));
        assertEquals(1, compression.counters().misses());
        assertEquals(0, compression.counters().dictionaries());
    }

    @Test
    void decompress_dictionaryOfAnotherTable_isACountedMiss() throws IOException {
        make(400, SampleImages::json);
        ByteBuffer stored = stored(SampleImages.json(random));
        assertNull(compression.table(new UUID(3, 4)).decompress(stored));
        assertEquals(1, compression.counters().misses());
    }

    /** The sample from before is not used: it has pieces of rows. Checked by removal. */
    @Test
    void forgetAll_whileADictionaryWaitsToBeSaved_itIsNotUsed() throws IOException {
        ImageCompression saving = ImageCompression.open(CompressionMode.AUTO, POLICY, true, false, NanoClock.SYSTEM);
        TableCompression unsaved = saving.table(ID);
        for (int row = 0; row < 400; row++) {
            assertNull(unsaved.compress(SampleImages.json(random)));
        }
        saving.forgetAll();
        MemoryStorage storage = new MemoryStorage();
        while (saving.store().step(storage)) {
            assertFalse(unsaved.isCompressed());
        }
        assertEquals(List.of(), storage.names());
    }

    @Test
    void forget_ofADroppedTable_endsItsCompression() {
        make(400, SampleImages::json);
        compression.forget(ID);
        assertNull(table.compress(SampleImages.json(random)));
        assertFalse(table.isCompressed());
        assertFalse(compression.table(ID).isCompressed());
        assertNull(compression.retired(ID).compress(SampleImages.json(random)));
    }

    /** Contexts are reused, and a closed one may be another's. */
    @Test
    void compressors_inUseSimultaneously_areDifferent() throws IOException {
        make(400, SampleImages::json);
        List<ByteBuffer> images = new ArrayList<>();
        List<Compressor> open = new ArrayList<>();
        for (int row = 0; row < 40; row++) {
            ByteBuffer image = SampleImages.json(random);
            images.add(image);
            open.add(Objects.requireNonNull(table.compress(image)));
        }
        for (int row = 0; row < 40; row++) {
            assertEquals(images.get(row), original(open.get(row).bytes()));
            open.get(row).close();
        }
    }

    /** Checked by removal: without the checksum some of the flips go unnoticed. */
    @Test
    void decompress_damagedBytes_neverAnotherImage() {
        make(400, SampleImages::json);
        int found = 0;
        for (int round = 0; round < 200; round++) {
            ByteBuffer image = SampleImages.json(random);
            ByteBuffer stored = stored(image);
            for (int flip = 0; flip < 50; flip++) {
                ByteBuffer damaged = copy(stored);
                for (int left = 1 + random.nextInt(3); left > 0; left--) {
                    int at = random.nextInt(damaged.limit());
                    damaged.put(at, (byte) (damaged.get(at) ^ (1 << random.nextInt(8))));
                }
                if (random.nextInt(4) == 0) {
                    damaged.limit(random.nextInt(damaged.limit() + 1));
                }
                try {
                    ByteBuffer read = original(damaged);
                    assertTrue(read == null || read.equals(image), "seed=" + SEED);
                    found++;
                } catch (IOException expected) {
                    assertNotNull(expected.getMessage());
                }
            }
        }
        assertTrue(found > 0);
    }

    /** A release without compression reads the dictionary's ID as a number of schema IDs, and finds no image. */
    @Test
    void compressedImage_inAReleaseWithoutCompression_hasTooManySchemaIds() {
        make(400, SampleImages::json);
        ByteBuffer stored = stored(SampleImages.json(random));
        assertEquals(0x10, stored.get(CompressedImageDescriptor.FLAGS_OFFSET) & 0x10);
        assertEquals(4, VIntCoding.computeUnsignedVIntSize(VIntCoding.getUnsignedVInt(stored, 5)));
        assertTrue(VIntCoding.getUnsignedVInt(stored, 5) > 127);
    }

    @Test
    void close_freesEverything_andIsIdempotent() throws IOException {
        make(400, SampleImages::json);
        ByteBuffer stored = stored(SampleImages.json(random));
        Decompressor open = Objects.requireNonNull(table.decompress(stored));
        compression.close();
        compression.close();
        assertEquals(0, compression.counters().dictionaries());
        assertNotNull(open.bytes());
        open.close();
        assertNull(table.decompress(stored));
        assertNull(table.compress(SampleImages.json(random)));
    }

    @Test
    void dictionary_isFreedWithItsLastReference() {
        Dictionary dictionary = new Dictionary(ID, 1, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, 3);
        assertTrue(dictionary.retain());
        dictionary.retire();
        dictionary.retire();
        assertTrue(dictionary.isRetired());
        assertTrue(dictionary.retain());
        dictionary.release();
        dictionary.release();
        assertFalse(dictionary.retain());
    }

    private void make(int rows, Function<Random, ByteBuffer> maker) {
        for (int row = 0; row < rows; row++) {
            stored(maker.apply(random));
        }
    }

    /** Returns an image as it is stored. */
    private ByteBuffer stored(ByteBuffer image) {
        try (Compressor compressor = table.compress(image)) {
            return copy(compressor == null ? image : compressor.bytes());
        }
    }

    private @Nullable ByteBuffer original(ByteBuffer stored) throws IOException {
        try (Decompressor decompressor = table.decompress(stored)) {
            return decompressor == null ? null : copy(decompressor.bytes());
        }
    }
}
