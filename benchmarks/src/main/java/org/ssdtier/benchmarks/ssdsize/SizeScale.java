package org.ssdtier.benchmarks.ssdsize;

import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The size of a run.
 *
 * @param name name on the command line
 * @param rows rows of the table
 * @param pageCacheBytes page cache of a setup with the largest tier
 * @param heapMebibytes heap of the node in MiB
 * @param slotSeconds measured seconds of each cell
 */
record SizeScale(String name, long rows, long pageCacheBytes, int heapMebibytes, int slotSeconds) {
    private static final long MEBIBYTE = 1 << 20;

    /** Bytes of a row in the table's files, with ten columns of 100 bytes. */
    private static final long ROW_BYTES = 1_150;

    /** Factor for the old files of the table, the restored ones, and a compaction. */
    private static final double OLD_AND_NEW = 2.4;

    private static final long SPARE_BYTES = 256 * MEBIBYTE;

    static final List<SizeScale> ALL = List.of(
            new SizeScale("tiny", 40_000, 24 * MEBIBYTE, 400, 4),
            new SizeScale("small", 400_000, 48 * MEBIBYTE, 512, 8));

    /**
     * Returns the scale with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static SizeScale named(String name) {
        return Allowed.named("scale", name, ALL, scale -> scale.name);
    }

    /** Returns this scale with another length of the measured part. */
    SizeScale withSlotSeconds(int seconds) {
        return new SizeScale(name, rows, pageCacheBytes, heapMebibytes, seconds);
    }

    /** Returns the maximum space of the SSTables of a node. */
    long diskBytes() {
        return Math.round(rows * ROW_BYTES * OLD_AND_NEW) + SPARE_BYTES;
    }
}
