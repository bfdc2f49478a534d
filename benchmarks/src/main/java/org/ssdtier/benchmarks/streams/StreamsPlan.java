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
 * @param node memory and space of the node
 * @param threads client threads
 * @param spareShare over-provisioning of the drive, as a fraction of its size
 * @param dies dies of the drive
 * @param unitPages flash pages of an erase unit
 * @param seed seed of rows and requests
 */
record StreamsPlan(
        long driveBytes,
        double writtenFactor,
        long rows,
        NodeSizes node,
        int threads,
        double spareShare,
        int dies,
        int unitPages,
        long seed) {
    private static final long GIBIBYTE = 1L << 30;
    /** Of a drive of 1 GiB. */
    private static final long ROWS = 600_000;

    private static final int THREADS = 16;
    private static final double SPARE_SHARE = 0.07;
    private static final int UNIT_PAGES = 32;

    /**
     * Returns the plan for a drive: rows and node are in proportion to its size.
     *
     * @param driveBytes size of the drive
     * @param dies dies of the drive; one programs 14 MiB/s
     * @param writtenFactor bytes that the host writes in each slot, as a multiple of the drive's size
     * @param seed seed of rows and requests
     */
    static StreamsPlan of(long driveBytes, int dies, double writtenFactor, long seed) {
        double scale = (double) driveBytes / GIBIBYTE;
        return new StreamsPlan(
                driveBytes,
                writtenFactor,
                Math.round(ROWS * scale),
                NodeSizes.of(driveBytes),
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
