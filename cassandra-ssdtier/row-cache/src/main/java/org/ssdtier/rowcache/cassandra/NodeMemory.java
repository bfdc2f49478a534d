package org.ssdtier.rowcache.cassandra;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The memory that a node has: bounds what an option may ask for.
 *
 * @param machineBytes of the machine, or of the container where one bounds it
 * @param heapBytes the heap at its largest
 */
record NodeMemory(long machineBytes, long heapBytes) {
    private static final long MIB = 1L << 20;
    /** An index larger than so many heaps is a mistake. */
    private static final long INDEX_TO_HEAP = 4;

    static NodeMemory ofThisNode() {
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new NodeMemory(machine.getTotalMemorySize(), Runtime.getRuntime().maxMemory());
    }

    /** Returns the largest index that fits: beside the heap into the machine. */
    long largestIndexBytes() {
        long largest = Math.min(machineBytes - heapBytes, INDEX_TO_HEAP * heapBytes);
        return Math.max(0, largest / MIB * MIB);
    }
}
