package org.ssdtier.rowcache.compression;

import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A dictionary of one table, and its native forms for compression and decompression.
 *
 * <p>The native memory is reference-counted: the table owns one reference, and each context that the dictionary is loaded into owns
 * another. The last {@link #release} frees it. Thread-safe.
 */
final class Dictionary {
    /** Size of the largest dictionary, in bytes. */
    static final int MAX_BYTES = 64 << 10;

    private final UUID table;
    private final int number;
    private final int id;
    private final int hash;
    private final byte[] content;
    private final int level;
    private final AtomicInteger references = new AtomicInteger(1);
    private final ZstdDictDecompress decompressing;
    private @Nullable ZstdDictCompress compressing;
    private final AtomicBoolean isRetired = new AtomicBoolean();

    /**
     * Creates a dictionary; the caller owns its only reference.
     *
     * @param table ID of the table
     * @param number number of the dictionary in its directory, from 1; a newer one of the same table has a higher number
     * @param content trained content; not copied
     * @param level Zstd level to compress with
     */
    Dictionary(UUID table, int number, byte[] content, int level) {
        assert content.length > 0 && content.length <= MAX_BYTES : "bytes=" + content.length;
        this.table = table;
        this.number = number;
        this.content = content;
        this.level = level;
        this.id = CompressedImageDescriptor.id(hash(table, content));
        CRC32 crc = new CRC32();
        crc.update(content);
        this.hash = (int) crc.getValue();
        this.decompressing = new ZstdDictDecompress(content);
    }

    private static int hash(UUID table, byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(table.getMostSignificantBits())
                .putLong(table.getLeastSignificantBits())
                .flip());
        crc.update(content);
        return (int) crc.getValue();
    }

    UUID table() {
        return table;
    }

    int number() {
        return number;
    }

    /** Returns the ID that images refer to: a hash of table and content. */
    int id() {
        return id;
    }

    /** Returns another hash of the content, which is part of the check of each image. */
    int hash() {
        return hash;
    }

    /** Returns the Zstd level to compress with. */
    int level() {
        return level;
    }

    byte[] content() {
        return content;
    }

    /** Acquires a reference, unless the memory is already freed. Returns whether it did. */
    boolean retain() {
        int count = references.get();
        while (count > 0 && !references.compareAndSet(count, count + 1)) {
            count = references.get();
        }
        return count > 0;
    }

    /** Releases one reference; the last release frees the memory. */
    void release() {
        int left = references.decrementAndGet();
        assert left >= 0 : "released more often than retained, table=" + table;
        if (left == 0) {
            free();
        }
    }

    /** Ends the use of this dictionary and releases the table's reference. Idempotent. */
    void retire() {
        if (isRetired.compareAndSet(false, true)) {
            release();
        }
    }

    /** Returns whether contexts should give this dictionary up. */
    boolean isRetired() {
        return isRetired.get();
    }

    /** Returns the native form for decompression. The caller holds a reference. */
    ZstdDictDecompress decompressing() {
        return decompressing;
    }

    /** Returns the native form for compression, made on the first call. The caller holds a reference. */
    synchronized ZstdDictCompress compressing() {
        ZstdDictCompress form = compressing;
        if (form == null) {
            form = new ZstdDictCompress(content, level);
            compressing = form;
        }
        return form;
    }

    private synchronized void free() {
        decompressing.close();
        if (compressing != null) {
            compressing.close();
        }
    }
}
