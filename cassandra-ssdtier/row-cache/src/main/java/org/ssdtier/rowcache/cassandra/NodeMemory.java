package org.ssdtier.rowcache.cassandra;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The memory of a node, which bounds the values of some options.
 *
 * @param machineBytes memory of the machine, or of the container if that is less
 * @param heapBytes maximum heap size
 */
record NodeMemory(long machineBytes, long heapBytes) {
    private static final long MIB = 1L << 20;
    /** Largest allowed ratio of index to heap; a larger index is a mistake. */
    private static final long INDEX_TO_HEAP = 4;

    static NodeMemory ofThisNode() {
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new NodeMemory(machine.getTotalMemorySize(), Runtime.getRuntime().maxMemory());
    }

    /** Returns the size of the largest index that fits into the machine beside the heap, in whole MiB. */
    long largestIndexBytes() {
        long largest = Math.min(machineBytes - heapBytes, INDEX_TO_HEAP * heapBytes);
        return Math.max(0, largest / MIB * MIB);
    }
}
