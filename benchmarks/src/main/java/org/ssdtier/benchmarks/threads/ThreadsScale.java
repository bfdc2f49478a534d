package org.ssdtier.benchmarks.threads;

import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The size of a run. The brief has 517 GB of data and does not tell the memory of its node; here the page cache holds a
 * ninth of the data, except at {@code tiny}.
 *
 * @param name name on the command line
 * @param rows rows of the table
 * @param pageCacheBytes page cache of the arm with the largest tier
 * @param heapMebibytes heap of each node in MiB
 * @param slotSeconds measured seconds of each cell
 */
record ThreadsScale(String name, long rows, long pageCacheBytes, int heapMebibytes, int slotSeconds) {
    private static final long MEBIBYTE = 1 << 20;

    /** Bytes of a row in the table's files, with ten columns of 100 bytes. */
    private static final long ROW_BYTES = 1_150;

    /** Factor for the old files of the table, the restored ones, and a compaction. */
    private static final double OLD_AND_NEW = 2.4;

    private static final long SPARE_BYTES = 256 * MEBIBYTE;

    static final List<ThreadsScale> ALL = List.of(
            new ThreadsScale("tiny", 40_000, 24 * MEBIBYTE, 400, 4),
            new ThreadsScale("small", 250_000, 32 * MEBIBYTE, 512, 8),
            new ThreadsScale("brief-1/170", 2_600_000, 320 * MEBIBYTE, 1_024, 30));

    /**
     * Returns the scale with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static ThreadsScale named(String name) {
        return Allowed.named("scale", name, ALL, scale -> scale.name);
    }

    /** Returns this scale with another length of the measured part. */
    ThreadsScale withSlotSeconds(int seconds) {
        return new ThreadsScale(name, rows, pageCacheBytes, heapMebibytes, seconds);
    }

    /** Returns the maximum space of the SSTables of one arm. */
    long diskBytes() {
        return Math.round(rows * ROW_BYTES * OLD_AND_NEW) + SPARE_BYTES;
    }
}
