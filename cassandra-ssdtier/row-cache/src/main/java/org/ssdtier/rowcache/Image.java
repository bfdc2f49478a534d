package org.ssdtier.rowcache;

import java.nio.ByteBuffer;

/**
 * An answer of the cache: the bytes of an image, and the tier that answered.
 *
 * <p>The bytes live outside the heap and stay as they are until {@link #close}, whatever happens to the key meanwhile. The
 * caller must close the image once it is done, on any thread; an image that is never closed is memory that never comes back.
 * Not thread-safe.
 */
public final class Image implements AutoCloseable {
    private final MemoryImage image;
    private final Tier tier;
    private boolean closed;

    /** Takes over one reference of {@code image}. */
    Image(MemoryImage image, Tier tier) {
        this.image = image;
        this.tier = tier;
    }

    /**
     * Returns a new view of the bytes, from position 0 to limit {@link #lengthBytes}, big endian, direct. By convention it is
     * not written to; it must not be used after {@link #close}.
     */
    public ByteBuffer bytes() {
        assert !closed : "bytes of a closed image";
        return image.image();
    }

    /** Returns the length of the image, bytes. Must not be called after {@link #close}. */
    public int lengthBytes() {
        assert !closed : "length of a closed image";
        return image.imageLength();
    }

    /** Returns who answered. */
    public Tier tier() {
        return tier;
    }

    /** Gives the bytes back. Idempotent. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            image.release();
        }
    }
}
