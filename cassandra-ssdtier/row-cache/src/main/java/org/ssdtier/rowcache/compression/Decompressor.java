package org.ssdtier.rowcache.compression;

import static org.ssdtier.rowcache.compression.CompressedImageDescriptor.HEADER_BYTES;
import static org.ssdtier.rowcache.compression.CompressedImageDescriptor.MAX_ORIGINAL_BYTES;
import static org.ssdtier.rowcache.compression.CompressedImageDescriptor.MIN_ORIGINAL_BYTES;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A reusable context that holds one decompressed image until it is closed. For one thread at a time. */
public final class Decompressor implements AutoCloseable {
    private final Slots<Decompressor> home;
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer original = ByteBuffer.allocateDirect(MAX_ORIGINAL_BYTES);
    private final LoadedDictionary loaded =
            new LoadedDictionary(dictionary -> context.loadDict(dictionary.decompressing()));

    Decompressor(Slots<Decompressor> home) {
        this.home = home;
        context.setMagicless(true);
    }

    /** Returns a pool of decompressors. */
    static Slots<Decompressor> pool(int count) {
        return new Slots<>(count, Decompressor::new, Decompressor::discard);
    }

    /**
     * Decompresses an image.
     *
     * @param dictionary dictionary of the image's ID
     * @param image compressed image from position to limit, in a direct buffer or an array; not changed
     * @return false if the dictionary was retired
     * @throws IOException if the image is damaged
     */
    boolean decompress(Dictionary dictionary, ByteBuffer image) throws IOException {
        if (!loaded.load(dictionary)) {
            return false;
        }
        int bytes = CompressedImageDescriptor.originalBytes(image);
        if (bytes < MIN_ORIGINAL_BYTES || bytes > MAX_ORIGINAL_BYTES) {
            throw new IOException("Corrupt compressed image: original bytes=" + bytes + ", allowed "
                    + MIN_ORIGINAL_BYTES + " to " + MAX_ORIGINAL_BYTES);
        }
        int found;
        try {
            found = decompress(image, image.position() + HEADER_BYTES, image.remaining() - HEADER_BYTES, bytes);
        } catch (ZstdException e) {
            throw new IOException("Corrupt compressed image: " + e.getMessage(), e);
        }
        original.clear().limit(bytes);
        crc.reset();
        crc.update(original);
        original.rewind();
        int check = (int) crc.getValue() ^ dictionary.hash();
        if (found != bytes || check != CompressedImageDescriptor.check(image)) {
            throw new IOException("Corrupt compressed image: bytes=" + found + ", expected " + bytes + "; check="
                    + check + ", expected " + CompressedImageDescriptor.check(image));
        }
        return true;
    }

    private int decompress(ByteBuffer image, int offset, int length, int bytes) {
        original.clear();
        return image.isDirect()
                ? context.decompressDirectByteBuffer(original, 0, bytes, image, offset, length)
                : context.decompressByteArrayToDirectByteBuffer(
                        original, 0, bytes, image.array(), image.arrayOffset() + offset, length);
    }

    /** Returns the decompressed image, from position to limit; valid until this is closed. */
    public ByteBuffer bytes() {
        return original;
    }

    /** Returns this decompressor to its pool. */
    @Override
    public void close() {
        if (loaded.isOver()) {
            discard();
            return;
        }
        Dictionary dictionary = loaded.current();
        home.give(this);
        if (dictionary != null && dictionary.isRetired()) { // since the look above
            home.discardIf(Decompressor::isOver);
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
