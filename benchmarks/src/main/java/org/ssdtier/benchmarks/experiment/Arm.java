package org.ssdtier.benchmarks.experiment;

import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * One of the configurations that an experiment compares.
 *
 * @param name its name on the command line and in results; lower case letters, digits and hyphens
 * @param words what it is, for readers
 * @param rowCache its row cache
 * @param format of its SSTables
 * @param writePolicy the tier's {@code write_policy}; of no effect without the tier
 * @param data where its SSTables are
 * @param log where its commit log is
 * @param threadFactor client threads, as a multiple of the scale's
 */
record Arm(
        String name,
        String words,
        RowCacheKind rowCache,
        SSTableFormat format,
        String writePolicy,
        Disk data,
        Disk log,
        int threadFactor) {
    static final String SURVIVE = "survive";
    static final String INVALIDATE = "invalidate";

    /** An arm with SSTables and commit log on slow disks. */
    static Arm onHdd(String name, String words, RowCacheKind rowCache) {
        return new Arm(name, words, rowCache, SSTableFormat.BIG, SURVIVE, Disk.HDD, Disk.HDD, 1);
    }

    /** An arm without a row cache. */
    static Arm placed(String name, String words, Disk data, Disk log, int threadFactor) {
        return new Arm(name, words, RowCacheKind.NONE, SSTableFormat.BIG, SURVIVE, data, log, threadFactor);
    }

    /** An arm without a row cache whose SSTables are of a format, on slow disks. */
    static Arm formatted(String name, String words, SSTableFormat format) {
        return new Arm(name, words, RowCacheKind.NONE, format, SURVIVE, Disk.HDD, Disk.HDD, 1);
    }

    /** Whether SSTables and commit log share one disk: a fill level is that of a drive with all that is on it. */
    boolean isOnOneDisk() {
        return data == log && data.fill != null;
    }

    /** Whether its node has the drop-in jar. */
    boolean hasJar() {
        return hasTier() || format == SSTableFormat.CATALOGUED;
    }

    boolean hasTier() {
        return rowCache == RowCacheKind.SSDTIER;
    }

    @Override
    public String toString() {
        return name;
    }
}
