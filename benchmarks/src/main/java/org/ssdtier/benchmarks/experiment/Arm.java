package org.ssdtier.benchmarks.experiment;

import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * One of the configurations that an experiment compares.
 *
 * @param name its name on the command line and in results; lower case letters, digits and hyphens
 * @param words description for readers
 * @param rowCache its row cache
 * @param ssd what it has on the SSD beside slow disks
 * @param format format of its SSTables
 * @param mode the part of the tier that it uses; has no effect without the tier
 * @param data disk of its SSTables
 * @param log disk of its commit log
 * @param threadFactor client threads, as a multiple of the scale's number
 */
record Arm(
        String name,
        String words,
        RowCacheKind rowCache,
        Ssd ssd,
        SSTableFormat format,
        TierMode mode,
        Disk data,
        Disk log,
        int threadFactor) {
    /** The contents of the SSD beside an arm's slow disks. */
    enum Ssd {
        /** Nothing, or all its files. */
        NOTHING,
        /** The rows of the tier. */
        ROWS,
        /** Rows of the tier, and key indexes of the SSTables in place of some of them. */
        ROWS_AND_KEYS,
        /** Key indexes of the SSTables, and no rows. */
        KEYS,
        /** Blocks of the slow disk, as many bytes as the tier's rows have in other arms. */
        BLOCKS
    }

    /** Returns an arm with SSTables and commit log on slow disks. */
    static Arm onHdd(String name, String words, RowCacheKind rowCache) {
        Ssd ssd = rowCache == RowCacheKind.SSDTIER ? Ssd.ROWS : Ssd.NOTHING;
        return new Arm(name, words, rowCache, ssd, SSTableFormat.BIG, TierMode.SURVIVE, Disk.HDD, Disk.HDD, 1);
    }

    /** Returns an arm with stock's default row cache, and with blocks of the slow disk on the SSD. */
    static Arm withBlocks(String name, String words) {
        return new Arm(
                name, words, RowCacheKind.OHC, Ssd.BLOCKS, SSTableFormat.BIG, TierMode.SURVIVE, Disk.HDD, Disk.HDD, 1);
    }

    /** Returns an arm with only a part of the tier, on slow disks. */
    static Arm ofMode(String name, String words, TierMode mode) {
        Ssd ssd = mode.hasSsd() ? Ssd.ROWS : Ssd.NOTHING;
        return new Arm(name, words, RowCacheKind.SSDTIER, ssd, SSTableFormat.BIG, mode, Disk.HDD, Disk.HDD, 1);
    }

    /** Returns an arm with memory and SSD tier and with key indexes of the SSTables, on slow disks. */
    static Arm withKeyIndex(String name, String words) {
        return new Arm(
                name,
                words,
                RowCacheKind.SSDTIER,
                Ssd.ROWS_AND_KEYS,
                SSTableFormat.BIG,
                TierMode.SURVIVE,
                Disk.HDD,
                Disk.HDD,
                1);
    }

    /** Returns an arm without a row cache, with key indexes of the SSTables, on slow disks. */
    static Arm ofKeys(String name, String words) {
        return new Arm(
                name, words, RowCacheKind.NONE, Ssd.KEYS, SSTableFormat.BIG, TierMode.SURVIVE, Disk.HDD, Disk.HDD, 1);
    }

    /** Returns an arm without a row cache. */
    static Arm placed(String name, String words, Disk data, Disk log, int threadFactor) {
        return new Arm(
                name,
                words,
                RowCacheKind.NONE,
                Ssd.NOTHING,
                SSTableFormat.BIG,
                TierMode.SURVIVE,
                data,
                log,
                threadFactor);
    }

    /** Returns an arm without a row cache and with SSTables of a format, on slow disks. */
    static Arm formatted(String name, String words, SSTableFormat format) {
        return new Arm(name, words, RowCacheKind.NONE, Ssd.NOTHING, format, TierMode.SURVIVE, Disk.HDD, Disk.HDD, 1);
    }

    /** Returns this arm with another format, if its own is Cassandra's default. */
    Arm inFormat(SSTableFormat other) {
        return format != SSTableFormat.BIG
                ? this
                : new Arm(name, words, rowCache, ssd, other, mode, data, log, threadFactor);
    }

    /**
     * Returns whether SSTables and commit log share one disk. They do if the disk has a fill level, which applies to a
     * drive as a whole.
     */
    boolean isOnOneDisk() {
        return data == log && data.fill != null;
    }

    /**
     * Returns whether results compare it with another arm, apart from the baseline: ours with others on the same disks,
     * and a full drive with an emptier one of its kind.
     */
    boolean isComparedWith(Arm base) {
        return isOursBeside(base) || data.isFullerThan(base.data);
    }

    /** Returns whether it is ours and the other one is not, on the same disks. */
    boolean isOursBeside(Arm other) {
        return hasJar() && !other.hasJar() && data == other.data && log == other.log;
    }

    /** Returns whether it is Cassandra as it is, without an SSD beside slow disks. */
    boolean isStock() {
        return !hasJar() && !hasBlocks();
    }

    /** Returns whether its node has the drop-in jar. */
    boolean hasJar() {
        return hasTier() || hasKeyIndex() || format == SSTableFormat.CATALOGUED;
    }

    boolean hasTier() {
        return rowCache == RowCacheKind.SSDTIER;
    }

    /** Returns whether its tier uses the SSD. */
    boolean hasSsd() {
        return ssd == Ssd.ROWS || ssd == Ssd.ROWS_AND_KEYS;
    }

    /** Returns whether SSTables have key indexes on the SSD. */
    boolean hasKeyIndex() {
        return ssd == Ssd.ROWS_AND_KEYS || ssd == Ssd.KEYS;
    }

    /** Returns whether a block cache on the SSD is in front of its slow disk. */
    boolean hasBlocks() {
        return ssd == Ssd.BLOCKS;
    }

    @Override
    public String toString() {
        return name;
    }
}
