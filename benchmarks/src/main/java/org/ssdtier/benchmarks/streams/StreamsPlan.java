package org.ssdtier.benchmarks.streams;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ssdtier.benchmarks.device.stream.FlashDrive;
import org.ssdtier.benchmarks.device.stream.StreamMapping;

/**
 * The sizes of a run. The paper's drive has 256 GB and its node 2 GB of memory; these keep the order of a drive to a flushed
 * SSTable to an erase unit.
 *
 * @param driveBytes size of the drive
 * @param writtenFactor bytes that the host writes in each slot, as a multiple of the drive's size
 * @param rows rows of the table, of a kilobyte each
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
    /** Mappings of the sensitivity part. */
    static final List<StreamMapping> OF_OTHER_ROOM =
            List.of(StreamMapping.NORMAL, StreamMapping.MULTI_LOG, StreamMapping.MULTI_DATA);

    private static final List<Double> SPARES = List.of(0.07, 0.14, 0.28);
    private static final List<Double> FILLS = List.of(0.0, 0.3, 0.5, 0.7);
    /** Bytes of a row on the drive, with its part of the index. */
    private static final double ROW_BYTES = 1_130;

    private static final int THREADS = 16;
    private static final double SPARE_SHARE = 0.07;
    private static final int UNIT_PAGES = 256;
    private static final long PAGE_BYTES = 16_384;

    /**
     * Returns the plan for a drive: rows and node are in proportion to its size.
     *
     * @param driveBytes size of the drive
     * @param fill fraction of the drive that the table takes when it is loaded
     * @param dies dies of the drive; one programs 14 MiB/s
     * @param writtenFactor bytes that the host writes in each slot, as a multiple of the drive's size
     * @param seed seed of rows and requests
     */
    static StreamsPlan of(long driveBytes, double fill, int dies, double writtenFactor, long seed) {
        return new StreamsPlan(
                driveBytes,
                writtenFactor,
                Math.round(fill * driveBytes / ROW_BYTES),
                NodeSizes.of(driveBytes, dies * UNIT_PAGES * PAGE_BYTES),
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

    /** Returns the drives of the sensitivity part with a mapping: each over-provisioning with each fill level. */
    List<FlashDrive> drivesOfOtherRoom(StreamMapping mapping) {
        return SPARES.stream()
                .flatMap(spare -> FILLS.stream().map(fill -> drive(mapping).withRoom(spare, fill)))
                .toList();
    }

    /**
     * Checks that all planned drives, mounted or not, have room for the streams that they have.
     *
     * @throws IllegalArgumentException if not; the message has a size that all of them allow
     */
    void requireRoom() {
        List<FlashDrive> drives = new ArrayList<>();
        OnlineArm.ALL.forEach(arm -> drives.add(drive(arm.mapping())));
        OfflineArm.mappings().forEach(mapping -> drives.add(drive(mapping)));
        OF_OTHER_ROOM.forEach(mapping -> drives.addAll(drivesOfOtherRoom(mapping)));
        drives.stream()
                .max(Comparator.comparingLong(drive -> drive.leastBytes(driveBytes)))
                .ifPresent(drive -> drive.requireRoomFor(driveBytes));
    }

    /** Returns the rows of an arm's table: with a row cache on the drive there is room for fewer. */
    long rowsOf(OnlineArm arm) {
        long tierRows = Math.round(((long) node.ssdMebibytes() << 20) / ROW_BYTES);
        return arm.hasRowCache() ? rows - tierRows : rows;
    }

    /** Returns the bytes that the host writes in a slot. */
    long slotBytes() {
        return Math.round(writtenFactor * driveBytes);
    }
}
