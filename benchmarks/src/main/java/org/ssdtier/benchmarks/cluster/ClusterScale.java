package org.ssdtier.benchmarks.cluster;

import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.device.DeviceProfile;

/**
 * The size of a run. The brief has 1.5 TB in three replicas and does not tell the memory of its nodes; here the page
 * cache of a node holds about an eighth of its data, except at {@code tiny}.
 *
 * @param name name on the command line
 * @param rows rows of the table, each with three replicas
 * @param pageCacheBytes page cache of each node of the arm with the tier
 * @param heapMebibytes heap of each node in MiB
 * @param threads number of client threads, unless others are given
 * @param slotSeconds measured seconds of each cell, of the clock
 * @param dilation seconds of the clock for one of the drives; see {@link DeviceProfile#dilated}
 */
record ClusterScale(
        String name, long rows, long pageCacheBytes, int heapMebibytes, int threads, int slotSeconds, int dilation) {
    /** The most that the drives' time can be stretched: timeouts of 50 s are less than one of theirs then. */
    static final int MOST_DILATION = 64;

    /** The number of nodes. */
    static final int NODES = 4;

    /** The number of replicas of each row. */
    static final int REPLICAS = 3;

    private static final long MEBIBYTE = 1 << 20;

    /** Bytes of a row in the table's files, with ten columns of 100 bytes. */
    private static final long ROW_BYTES = 1_150;

    /** Factor for the old files of the table, the restored ones, and a compaction. */
    private static final double OLD_AND_NEW = 2.4;

    /** Space for commit log, file system and system tables. */
    private static final long SPARE_BYTES = 768 * MEBIBYTE;

    static final List<ClusterScale> ALL = List.of(
            new ClusterScale("tiny", 20_000, 16 * MEBIBYTE, 384, 8, 5, 4),
            new ClusterScale("full", 300_000, 32 * MEBIBYTE, 512, 32, 30, 32));

    /** A result from before there was dilation has none. */
    ClusterScale {
        dilation = Math.max(1, dilation);
    }

    /**
     * Returns the scale with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static ClusterScale named(String name) {
        return Allowed.named("scale", name, ALL, scale -> scale.name);
    }

    /** Returns this scale with another length of the measured part. */
    ClusterScale withSlotSeconds(int seconds) {
        return new ClusterScale(name, rows, pageCacheBytes, heapMebibytes, threads, seconds, dilation);
    }

    /** Returns the time of the drives. */
    DriveTime time() {
        return new DriveTime(dilation);
    }

    /** Returns this scale with drives in another time. */
    ClusterScale withDilation(int factor) {
        return new ClusterScale(name, rows, pageCacheBytes, heapMebibytes, threads, slotSeconds, factor);
    }

    /** Returns the number of rows of which a node is a replica, on average. */
    double nodeRows() {
        return (double) rows * REPLICAS / NODES;
    }

    /** Returns the size of the drives of a node. */
    long diskBytes() {
        return Math.round(nodeRows() * ROW_BYTES * OLD_AND_NEW) + SPARE_BYTES;
    }
}
