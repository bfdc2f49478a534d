package org.ssdtier.rowcache.compression;

import static org.ssdtier.rowcache.compression.CompressedImageDescriptor.HEADER_BYTES;
import static org.ssdtier.rowcache.compression.CompressedImageDescriptor.MAX_ORIGINAL_BYTES;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A reusable context that holds one compressed image until it is closed. For one thread at a time. */
public final class Compressor implements AutoCloseable {
    /** Divisor of the original bytes: an image is stored compressed only if that saves at least 1/n of them. */
    private static final int SAVES_ONE_IN = 8;

    private final Slots<Compressor> home;
    private final ZstdCompressCtx context = new ZstdCompressCtx();
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer original = ByteBuffer.allocateDirect(MAX_ORIGINAL_BYTES);
    private final ByteBuffer compressed =
            ByteBuffer.allocateDirect(HEADER_BYTES + (int) Zstd.compressBound(MAX_ORIGINAL_BYTES));
    private final LoadedDictionary loaded =
            new LoadedDictionary(dictionary -> context.loadDict(dictionary.compressing()));

    Compressor(Slots<Compressor> home) {
        this.home = home;
        context.setMagicless(true).setContentSize(false).setChecksum(false).setDictID(false);
    }

    /** Returns a pool of compressors. */
    static Slots<Compressor> pool(int count) {
        return new Slots<>(count, Compressor::new, Compressor::discard);
    }

    /**
     * Compresses an image.
     *
     * @param dictionary dictionary to use
     * @param image image from position to limit, {@value CompressedImageDescriptor#MIN_ORIGINAL_BYTES} to
     *     {@value CompressedImageDescriptor#MAX_ORIGINAL_BYTES} bytes; not changed
     * @return false if compression does not save enough, or if the dictionary was retired
     */
    boolean compress(Dictionary dictionary, ByteBuffer image) {
        if (!loaded.load(dictionary)) {
            return false;
        }
        int bytes = image.remaining();
        original.clear();
        original.put(image.duplicate()).flip();
        compressed.clear();
        int frame = context.compressDirectByteBuffer(
                compressed, HEADER_BYTES, compressed.capacity() - HEADER_BYTES, original, 0, bytes);
        int length = HEADER_BYTES + frame;
        if (length > bytes - bytes / SAVES_ONE_IN) {
            return false;
        }
        crc.reset();
        crc.update(original);
        CompressedImageDescriptor.encode(compressed, (int) crc.getValue() ^ dictionary.hash(), dictionary.id(), bytes);
        compressed.limit(length);
        return true;
    }

    /** Returns the compressed image, from position to limit; valid until this is closed. */
    public ByteBuffer bytes() {
        return compressed;
    }

    /** Returns this compressor to its pool. */
    @Override
    public void close() {
        if (loaded.isOver()) {
            discard();
            return;
        }
        Dictionary dictionary = loaded.current();
        home.give(this);
        if (dictionary != null && dictionary.isRetired()) { // since the look above
            home.discardIf(Compressor::isOver);
        }
    }

    /** Returns whether this is to be freed, because its dictionary is retired. */
    boolean isOver() {
        return loaded.isOver();
    }

    private void discard() {
        context.close();
        loaded.release();
    }
}
