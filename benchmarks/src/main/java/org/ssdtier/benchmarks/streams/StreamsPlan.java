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

    /** Returns the default plan. */
    public static StreamsPlan standard(long seed) {
        return new StreamsPlan(2 * GIBIBYTE, 3, 1_200_000, 24, 48, 96 * MEBIBYTE, 512, 16, 0.07, 2, 32, seed);
    }

    /** Returns the plan with other amounts. */
    public StreamsPlan with(double otherFactor, long otherRows) {
        return new StreamsPlan(
                driveBytes,
                otherFactor,
                otherRows,
                memtableMebibytes,
                logMebibytes,
                pageCacheBytes,
                heapMebibytes,
                threads,
                spareShare,
                dies,
                unitPages,
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
