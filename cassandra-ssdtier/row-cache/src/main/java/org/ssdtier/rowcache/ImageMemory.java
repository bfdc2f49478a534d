package org.ssdtier.rowcache;

import java.util.concurrent.atomic.LongAdder;
import org.ssdtier.rowcache.index.OffHeap;

/** An allocator of the off-heap blocks of images, which counts the blocks and bytes that are allocated. Thread-safe. */
final class ImageMemory {
    /** The bytes that the C allocator adds to a block (glibc, 64 bit). */
    private static final int BLOCK_OVERHEAD_BYTES = 8;

    /** The multiple to which the C allocator rounds up blocks (glibc, 64 bit). */
    private static final int BLOCK_UNIT_BYTES = 16;

    private static final int MIN_BLOCK_BYTES = 32;

    private final LongAdder liveAllocations = new LongAdder();
    private final LongAdder liveBytes = new LongAdder();

    long allocate(int bytes) {
        assert bytes > 0 : "bytes=" + bytes;
        long address = OffHeap.allocate(bytes);
        liveAllocations.increment();
        liveBytes.add(allocationBytes(bytes));
        return address;
    }

    void free(long address, int bytes) {
        assert address != 0 && bytes > 0 : "address=" + address + " bytes=" + bytes;
        OffHeap.free(address, bytes);
        liveAllocations.decrement();
        liveBytes.add(-allocationBytes(bytes));
    }

    /** Returns the bytes that a block with {@code bytes} usable bytes occupies, including the allocator's overhead. */
    static int allocationBytes(int bytes) {
        int rounded = (bytes + BLOCK_OVERHEAD_BYTES + BLOCK_UNIT_BYTES - 1) & -BLOCK_UNIT_BYTES;
        return Math.max(MIN_BLOCK_BYTES, rounded);
    }

    /** Returns the number of blocks that are allocated and not yet freed. */
    long liveAllocations() {
        return liveAllocations.sum();
    }

    /** Returns the bytes that these blocks occupy, including the allocator's overhead. */
    long liveBytes() {
        return liveBytes.sum();
    }
}
