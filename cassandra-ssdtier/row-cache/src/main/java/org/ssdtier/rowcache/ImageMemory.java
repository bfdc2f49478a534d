package org.ssdtier.rowcache;

import java.util.concurrent.atomic.LongAdder;

/** Allocates the blocks that images live in and counts what is out. Thread-safe. */
final class ImageMemory {
    /** What the C allocator adds to a block, and the multiple its blocks are rounded up to (glibc, 64 bit). */
    private static final int BLOCK_OVERHEAD_BYTES = 8;

    private static final int BLOCK_UNIT_BYTES = 16;
    private static final int MIN_BLOCK_BYTES = 32;

    private final LongAdder liveBlocks = new LongAdder();
    private final LongAdder liveBytes = new LongAdder();

    long allocate(int bytes) {
        long address = OffHeap.allocate(bytes);
        liveBlocks.increment();
        liveBytes.add(blockBytes(bytes));
        return address;
    }

    void free(long address, int bytes) {
        OffHeap.free(address);
        liveBlocks.decrement();
        liveBytes.add(-blockBytes(bytes));
    }

    /** Returns what a block of {@code bytes} usable bytes takes from the system. */
    static int blockBytes(int bytes) {
        int rounded = (bytes + BLOCK_OVERHEAD_BYTES + BLOCK_UNIT_BYTES - 1) & -BLOCK_UNIT_BYTES;
        return Math.max(MIN_BLOCK_BYTES, rounded);
    }

    /** Returns how many blocks are allocated and not yet freed. */
    long liveBlocks() {
        return liveBlocks.sum();
    }

    /** Returns what they take from the system, bytes. */
    long liveBytes() {
        return liveBytes.sum();
    }
}
