package org.ssdtier.node.lifetimes;

/**
 * The tier of a compaction: how often its data has been rewritten since it was flushed. Rows of one tier are replaced at about the
 * same rate, and each tier lives longer than the one below.
 *
 * <p>For levelled compaction it is the level. For the other strategies, which merge about four SSTables of similar size, it is the
 * logarithm to base 4 of the bytes that go in, relative to a flushed SSTable, rounded: 2 to 8 flushes are tier 1, 8 to 32 are tier 2.
 */
final class CompactionTiers {
    /** The highest tier. */
    static final int MAX = 4;

    private static final double FAN_IN = 4;

    private CompactionTiers() {}

    /**
     * Returns the tier of a compaction.
     *
     * @param level level of the SSTables it writes; 0 if they have none
     * @param inputBytes length of the data files it reads
     * @param flushBytes mean length of the data file of a flushed SSTable of the table; 0 if it is not known
     * @return 1 to {@link #MAX}; 1 if nothing is known
     */
    static int tier(int level, long inputBytes, long flushBytes) {
        if (level > 0) {
            return Math.min(level, MAX);
        }
        if (inputBytes <= 0 || flushBytes <= 0) {
            return 1;
        }
        double tier = Math.log((double) inputBytes / flushBytes) / Math.log(FAN_IN);
        return (int) Math.max(1, Math.min(MAX, Math.round(tier)));
    }
}
