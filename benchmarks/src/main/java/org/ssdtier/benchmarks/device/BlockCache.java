package org.ssdtier.benchmarks.device;

import java.util.Locale;

/**
 * A block cache on an SSD in front of a slow drive, write-through, as {@code front.h} models it.
 *
 * @param bytes space of the SSD for blocks
 * @param blockBytes size of a block, 4 KiB or more
 * @param policy which blocks it takes
 */
public record BlockCache(long bytes, int blockBytes, Policy policy) {
    private static final int KIBIBYTE = 1 << 10;

    /** The policies, in the order of {@code front.h}. */
    public enum Policy {
        /** Takes every block that is read and drops the one used longest ago. */
        LRU,
        /** Takes a block at its second miss, like dm-cache's smq. */
        SMQ
    }

    /** Returns a name for results. */
    @Override
    public String toString() {
        return "block-" + blockBytes / KIBIBYTE + "-" + policy.name().toLowerCase(Locale.ROOT);
    }
}
