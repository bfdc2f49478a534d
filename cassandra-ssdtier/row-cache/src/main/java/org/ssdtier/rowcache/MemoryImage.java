package org.ssdtier.rowcache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.ssdtier.rowcache.index.OffHeap;

/**
 * An image in memory together with its key: one object that is both the key and the value of the memory tier's map.
 *
 * <p>Key and image are stored in one off-heap block:
 *
 * <pre>
 *   0        4       6      7    8            8 + keyLength
 *  +--------+-------+------+----+------------+---------------+
 *  | image  | key   |flags | -  | key        | image         |
 *  | length | length|      |    |            |               |
 *  +--------+-------+------+----+------------+---------------+
 * </pre>
 *
 * <p>The block is reference-counted. Each map that holds the object, and each reader that retained it, owns one
 * reference. The last {@link #release} frees the block; after that {@link #retain} fails. So a reader that found the
 * object in a map just before its removal never touches freed memory. Until {@code retain} has returned true, only the
 * fields on the heap may be used.
 */
final class MemoryImage extends CacheKey {
    /** Flag: the row was requested again, known by a hit or by a match in the ghost filter. */
    static final int USED = 1;
    /** Flag: the index probably holds the location of exactly this image. */
    static final int ON_SSD = 2;
    /** Flag: the image of a key that has nothing on disk; it is not worth a write. */
    static final int EMPTY = 4;

    /** Heap bytes of this object: header, reference to the table, hash, address, stamp and reference count. */
    private static final int OBJECT_BYTES = EntryHeap.objectBytes(1, 24);
    /** Heap bytes of one map entry of which this object is both key and value. */
    static final int HEAP_BYTES = OBJECT_BYTES + EntryHeap.MAP_BYTES;

    private static final int KEY_LENGTH_OFFSET = 4;
    private static final int FLAGS_OFFSET = 6;
    private static final int KEY_OFFSET = 8;
    private static final VarHandle REFERENCES;

    static {
        try {
            REFERENCES = MethodHandles.lookup().findVarHandle(MemoryImage.class, "references", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long address;
    private final int stamp;

    @SuppressWarnings("UnusedVariable") // through REFERENCES
    private volatile int references = 1;

    private MemoryImage(CachedTable table, long hash, int stamp, long address) {
        super(table, hash);
        this.stamp = stamp;
        this.address = address;
    }

    /** Returns a copy of key and image; the caller owns its only reference. */
    static MemoryImage of(RowKey key, int stamp, ByteBuffer image, int flags) {
        return of(key.table, key.hash, key.key(), stamp, image, flags);
    }

    private static MemoryImage of(CachedTable table, long hash, byte[] key, int stamp, ByteBuffer image, int flags) {
        assert key.length <= RowKey.MAX_KEY_BYTES : "key bytes=" + key.length;
        int imageLength = image.remaining();
        long address = table.memory().allocate(KEY_OFFSET + key.length + imageLength);
        OffHeap.putInt(address, imageLength);
        OffHeap.putInt(address + KEY_LENGTH_OFFSET, key.length | (flags << 16));
        OffHeap.copy(key, address + KEY_OFFSET);
        OffHeap.copy(image, address + KEY_OFFSET + key.length);
        table.countImageMade();
        return new MemoryImage(table, hash, stamp, address);
    }

    /** Acquires a reference, unless the block is already freed. Returns whether it did. */
    boolean retain() {
        int count = (int) REFERENCES.getOpaque(this);
        while (count > 0) {
            int witness = (int) REFERENCES.compareAndExchange(this, count, count + 1);
            if (witness == count) {
                return true;
            }
            count = witness;
        }
        return false;
    }

    /** Releases one reference; the last release frees the block. */
    void release() {
        int before = (int) REFERENCES.getAndAdd(this, -1);
        assert before > 0 : "released more often than retained, table=" + table.id();
        if (before == 1) {
            table.memory().free(address, allocationBytes());
            table.countImageFreed();
        }
    }

    /**
     * Returns whether this is an image of exactly that key, and not of another with the same hash. Needs a reference.
     */
    boolean isOf(RowKey asked) {
        assert isRetained() : "no reference, table=" + table.id();
        byte[] key = asked.key();
        return keyLength() == key.length && OffHeap.matches(address + KEY_OFFSET, key);
    }

    /** Returns whether this image may answer for the key. Needs a reference. */
    boolean answers(RowKey asked) {
        return table.mayAnswer(stamp, asked.token()) && isOf(asked);
    }

    int stamp() {
        return stamp;
    }

    int keyLength() {
        return OffHeap.getInt(address + KEY_LENGTH_OFFSET) & 0xffff;
    }

    int imageLength() {
        return OffHeap.getInt(address);
    }

    ByteBuffer key() {
        assert isRetained() : "no reference, table=" + table.id();
        return OffHeap.view(address + KEY_OFFSET, keyLength());
    }

    ByteBuffer image() {
        assert isRetained() : "no reference, table=" + table.id();
        return OffHeap.view(address + KEY_OFFSET + keyLength(), imageLength());
    }

    boolean has(int flag) {
        assert isRetained() : "no reference, table=" + table.id();
        return (OffHeap.getByte(address + FLAGS_OFFSET) & flag) != 0;
    }

    /**
     * Sets a flag and returns whether it was clear before. If two threads set different flags simultaneously, one flag
     * may be lost, which costs only a write or a read.
     */
    boolean set(int flag) {
        assert isRetained() : "no reference, table=" + table.id();
        byte flags = OffHeap.getByte(address + FLAGS_OFFSET);
        boolean isNew = (flags & flag) == 0;
        if (isNew) {
            OffHeap.putByte(address + FLAGS_OFFSET, (byte) (flags | flag));
        }
        return isNew;
    }

    /**
     * Returns the number of bytes this image uses as the value of a map entry whose key is {@code key}, including every
     * object and rounding.
     */
    int weightBytes(CacheKey key) {
        return heapBytes(key) + ImageMemory.allocationBytes(allocationBytes());
    }

    /**
     * Returns the weight of an image in the memory tier.
     *
     * @param bytes length of key and image
     * @param heapWeight least weight of a byte on the heap
     */
    static int weightBytes(int bytes, double heapWeight) {
        int all = HEAP_BYTES + ImageMemory.allocationBytes(KEY_OFFSET + bytes);
        return (int) Math.max(all, Math.ceil(HEAP_BYTES * heapWeight));
    }

    /** Returns the part of {@link #weightBytes(CacheKey)} that is on the heap. */
    @SuppressWarnings("ReferenceEquality") // whether key and value are one object
    int heapBytes(CacheKey key) {
        return HEAP_BYTES + (key == this ? 0 : OBJECT_BYTES);
    }

    private boolean isRetained() {
        return (int) REFERENCES.getOpaque(this) > 0;
    }

    private int allocationBytes() {
        return KEY_OFFSET + keyLength() + imageLength();
    }
}
