package org.ssdtier.node.doctor;

/**
 * A check of a node's memory: what heap, index and memory tier leave for the page cache.
 *
 * @param machineBytes memory of the machine, or of the container if that is less
 * @param heapBytes maximum heap size
 * @param isHeapKnown whether the heap is read from options; if not, it is what Cassandra's start script computes
 * @param indexBytes bound of the index
 * @param rowCacheBytes bound of the memory tier
 */
record MemoryCheck(long machineBytes, long heapBytes, boolean isHeapKnown, long indexBytes, long rowCacheBytes) {
    private static final String NAME = "memory";
    private static final long MIB = 1L << 20;
    /** The page cache serves the reads that no tier answers: below a sixteenth of the machine it is short. */
    private static final long LEAST_SHARE = 16;

    /** Returns the heap that Cassandra's start script computes where no option sets it. */
    static long defaultHeapBytes(long machineBytes) {
        return Math.max(Math.min(machineBytes / 2, 1024 * MIB), Math.min(machineBytes / 4, 8192 * MIB));
    }

    Finding finding() {
        long leftBytes = machineBytes - heapBytes - indexBytes - rowCacheBytes;
        String found = "machine=" + Amounts.bytes(machineBytes) + " heap=" + Amounts.bytes(heapBytes)
                + (isHeapKnown ? "" : " (as the start script computes it)") + " index=" + Amounts.bytes(indexBytes)
                + " row_cache_size=" + Amounts.bytes(rowCacheBytes) + " left for the page cache and the rest="
                + Amounts.bytes(leftBytes);
        if (leftBytes <= 0) {
            return Finding.fail(
                    NAME, found + ": they do not fit", "Lower heap, ssd_row_cache.index_memory or row_cache_size");
        }
        return leftBytes < machineBytes / LEAST_SHARE
                ? Finding.warn(
                        NAME,
                        found + ": less than a sixteenth",
                        "Lower row_cache_size or the heap; the rows that leave memory go to the SSD")
                : Finding.ok(NAME, found);
    }
}
