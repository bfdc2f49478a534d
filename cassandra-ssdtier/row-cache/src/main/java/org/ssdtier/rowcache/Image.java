package org.ssdtier.rowcache;

import java.nio.ByteBuffer;

/**
 * An answer of the cache: the bytes of an image, and the tier that answered.
 *
 * <p>The bytes are off-heap and do not change until {@link #close}, whatever happens to the key meanwhile. The caller
 * must close the image when done, on any thread; an image that is never closed leaks its memory. Not thread-safe.
 */
public final class Image implements AutoCloseable {
    private final MemoryImage image;
    private final Tier tier;
    private boolean closed;

    /** Creates an answer that takes ownership of one reference to {@code image}. */
    Image(MemoryImage image, Tier tier) {
        this.image = image;
        this.tier = tier;
    }

    /**
     * Returns a new view of the bytes, from position 0 to limit {@link #lengthBytes}: a direct buffer, big endian. The
     * caller must not write to it, nor use it after {@link #close}.
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

    /** Returns the tier that answered. */
    public Tier tier() {
        return tier;
    }

    /** Releases the bytes. Idempotent. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            image.release();
        }
    }
}
