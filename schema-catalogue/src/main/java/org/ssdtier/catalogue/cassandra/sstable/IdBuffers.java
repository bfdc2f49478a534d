package org.ssdtier.catalogue.cassandra.sstable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Copies of schema IDs outside the heap. If that memory has reached its limit, they are on the heap, because a lack of memory must not
 * fail a read. Then no other is attempted for a minute: the JVM collects all garbage before it refuses one. Thread-safe.
 */
final class IdBuffers {
    private static final long RETRY_NANOS = 60_000_000_000L;

    private final IntFunction<ByteBuffer> allocator;
    private final LongSupplier nanoClock;
    private volatile long retryNanos;

    /**
     * Creates copies.
     *
     * @param allocator allocates a number of bytes outside the heap, or throws {@link OutOfMemoryError}
     */
    IdBuffers(IntFunction<ByteBuffer> allocator, LongSupplier nanoClock) {
        this.allocator = allocator;
        this.nanoClock = nanoClock;
        this.retryNanos = nanoClock.getAsLong();
    }

    /** Returns a copy of some IDs. */
    IntBuffer copy(int[] ids) {
        if (nanoClock.getAsLong() - retryNanos >= 0) {
            try {
                return allocator
                        .apply(ids.length * Integer.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .asIntBuffer()
                        .put(0, ids);
            } catch (OutOfMemoryError e) {
                retryNanos = nanoClock.getAsLong() + RETRY_NANOS;
            }
        }
        return IntBuffer.wrap(ids.clone());
    }
}
