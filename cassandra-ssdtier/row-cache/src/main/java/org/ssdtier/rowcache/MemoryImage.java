package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** An image in memory together with its key: both the key and the value of the memory tier's map. */
final class MemoryImage extends CacheKey {
    private static final int OBJECT_BYTES = 160;

    private final byte[] key;
    private final int stamp;
    private final long token;
    private final ByteBuffer bytes;

    MemoryImage(RowKey key, int stamp, ByteBuffer image) {
        super(key.table(), key.hash());
        this.key = key.key();
        this.token = key.token();
        this.stamp = stamp;
        this.bytes = ByteBuffer.allocateDirect(image.remaining());
        this.bytes.put(image.duplicate()).flip();
    }

    boolean answers(RowKey asked) {
        return Arrays.equals(key, asked.key()) && isAlive();
    }

    boolean isAlive() {
        return table.isAlive(stamp, token);
    }

    int stamp() {
        return stamp;
    }

    ByteBuffer bytes() {
        return bytes.duplicate();
    }

    int weightBytes() {
        return OBJECT_BYTES + key.length + bytes.capacity();
    }
}
