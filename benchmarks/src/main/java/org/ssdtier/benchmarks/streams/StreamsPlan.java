package org.ssdtier.benchmarks.streams;

import org.ssdtier.benchmarks.device.stream.FlashDrive;
import org.ssdtier.benchmarks.device.stream.StreamMapping;

/**
 * The sizes of a run. The paper's drive has 256 GB and its node 2 GB of memory; these keep the order of a drive to a flushed
 * SSTable to an erase unit.
 *
 * @param driveBytes size of the drive
 * @param writtenFactor bytes that the host writes in each slot, as a multiple of the drive's size
 * @param rows rows of the table, 450 bytes each
 * @param memtableMebibytes memtable space
 * @param logMebibytes space of the commit log, which flushes when it is full
 * @param pageCacheBytes limit of the node's page cache
 * @param heapMebibytes heap of the node
 * @param threads client threads
 * @param spareShare over-provisioning of the drive, as a fraction of its size
 * @param dies dies of the drive
 * @param unitPages flash pages of an erase unit
 * @param seed seed of rows and requests
 */
public record StreamsPlan(
        long driveBytes,
        double writtenFactor,
        long rows,
        int memtableMebibytes,
        int logMebibytes,
        long pageCacheBytes,
        int heapMebibytes,
        int threads,
        double spareShare,
        int dies,
        int unitPages,
        long seed) {
    private static final long GIBIBYTE = 1L << 30;
    private static final long MEBIBYTE = 1L << 20;
    /** Of a drive of 1 GiB, as the four after it. */
    private static final long ROWS = 600_000;

    private static final int MEMTABLE_MEBIBYTES = 12;
    private static final int LOG_MEBIBYTES = 24;
    private static final long PAGE_CACHE_BYTES = 48 * MEBIBYTE;
    private static final int HEAP_MEBIBYTES = 512;
    private static final int THREADS = 16;
    private static final double SPARE_SHARE = 0.07;
    private static final int UNIT_PAGES = 32;

    /**
     * Returns the plan for a drive: rows, memtable, log and page cache are in proportion to its size.
     *
     * @param driveBytes size of the drive
     * @param dies dies of the drive; one programs 14 MiB/s
     * @param writtenFactor bytes that the host writes in each slot, as a multiple of the drive's size
     * @param seed seed of rows and requests
     */
    public static StreamsPlan of(long driveBytes, int dies, double writtenFactor, long seed) {
        double scale = (double) driveBytes / GIBIBYTE;
        return new StreamsPlan(
                driveBytes,
                writtenFactor,
                Math.round(ROWS * scale),
                (int) Math.ceil(MEMTABLE_MEBIBYTES * scale),
                (int) Math.ceil(LOG_MEBIBYTES * scale),
                Math.round(PAGE_CACHE_BYTES * scale),
                HEAP_MEBIBYTES,
                THREADS,
                SPARE_SHARE,
                dies,
                UNIT_PAGES,
                seed);
    }

    /** Returns the drive with a mapping. */
    FlashDrive drive(StreamMapping mapping) {
        return new FlashDrive(mapping, true, spareShare, 0, dies, unitPages);
    }

    /** Returns the bytes that the host writes in a slot. */
    long slotBytes() {
        return Math.round(writtenFactor * driveBytes);
    }
}
