package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.compression.CompressedImageDescriptor;
import org.ssdtier.rowcache.compression.CompressionMode;
import org.ssdtier.rowcache.compression.CompressionPolicy;
import org.ssdtier.rowcache.compression.Compressor;
import org.ssdtier.rowcache.compression.Decompressor;

/** Static methods to make and read images as the owner of a cache does: compressed, if the cache's options say so. */
final class StoredImages {
    /** A policy under which small tables have several trials. */
    private static final CompressionPolicy POLICY = new CompressionPolicy(16 << 10, 20, 256, 3, 1.05, 40);

    private StoredImages() {}

    static TieredCacheOptions.Builder compressed(TieredCacheOptions.Builder options, boolean isCompressed) {
        return options.compression(isCompressed ? CompressionMode.AUTO : CompressionMode.OFF, POLICY);
    }

    static boolean publish(TieredCache cache, RowKey key, long ticket, ByteBuffer image) {
        return cache.publish(key, ticket, stored(cache, key.table(), image));
    }

    /** Returns a copy of the image as it is stored. */
    static ByteBuffer stored(TieredCache cache, CachedTable table, ByteBuffer image) {
        try (Compressor compressor = cache.compression().table(table.id()).compress(image)) {
            return compressor == null ? image : copy(compressor.bytes());
        }
    }

    /** Returns the original of a stored image; null if its dictionary is lost. */
    static @Nullable ByteBuffer original(TieredCache cache, CachedTable table, ByteBuffer stored) {
        if (!CompressedImageDescriptor.isCompressed(stored)) {
            return stored;
        }
        try (Decompressor decompressor = cache.compression().table(table.id()).decompress(stored)) {
            return decompressor == null ? null : copy(decompressor.bytes());
        } catch (IOException e) {
            throw new AssertionError("damaged although its record is intact", e);
        }
    }

    private static ByteBuffer copy(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
    }
}
