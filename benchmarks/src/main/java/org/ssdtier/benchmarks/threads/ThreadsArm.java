package org.ssdtier.benchmarks.threads;

import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.node.RowCacheKind;

/** A configuration of a node that the experiment compares. */
enum ThreadsArm {
    /** Two RAID-0 of six hard disks each, for data and for commit log, as in the brief. */
    HDD("6 + 6 hard disks of 10,000 rpm as two RAID-0, no row cache", RowCacheKind.NONE, 0, false),
    /** Two SSDs as one RAID-0 for everything, as in the brief. */
    SSD("2 SSDs as one RAID-0, no row cache", RowCacheKind.NONE, 0, true),
    /** The hard disks, with a tenth of the rows on an SSD. */
    TIER_10("hard disks, memory and SSD tier, 10 % of the rows on an SSD", RowCacheKind.SSDTIER, 0.10, false),
    /** The hard disks, with a quarter of the rows on an SSD. */
    TIER_25("hard disks, memory and SSD tier, 25 % of the rows on an SSD", RowCacheKind.SSDTIER, 0.25, false),
    /** The hard disks, with stock's default row cache. */
    OHC("hard disks, stock's default row cache", RowCacheKind.OHC, 0, false),
    /** The hard disks with less memory than all other arms, which tells what a tier costs apart from its memory. */
    HDD_LESS("as hdd, with the page cache of tier-25 and nothing in place of the rest", RowCacheKind.NONE, 0, false);

    /** Description for readers. */
    final String words;

    final RowCacheKind rowCache;

    /** The fraction of the rows that fit into the SSD tier; 0 without one. */
    final double ssdShare;

    /** True if data and commit log share the SSDs; otherwise each has hard disks of its own. */
    final boolean isOnSsd;

    ThreadsArm(String words, RowCacheKind rowCache, double ssdShare, boolean isOnSsd) {
        this.words = words;
        this.rowCache = rowCache;
        this.ssdShare = ssdShare;
        this.isOnSsd = isOnSsd;
    }

    /** Returns the arms that have the same memory, which an experiment compares unless others are chosen. */
    static List<ThreadsArm> ofEqualMemory() {
        return List.of(HDD, SSD, TIER_10, TIER_25, OHC);
    }

    /**
     * Returns the arm with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static ThreadsArm named(String name) {
        return Allowed.named("arms", name, List.of(values()), ThreadsArm::toString);
    }

    boolean hasTier() {
        return rowCache == RowCacheKind.SSDTIER;
    }

    boolean hasRowCache() {
        return rowCache != RowCacheKind.NONE;
    }

    /** Returns the name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
