package org.ssdtier.benchmarks.experiment;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How much smaller than in the paper an experiment is. The paper's figures are 100 million rows, 50 GB and 16 GB of
 * memory; what must stay as there is the page cache's share of the data.
 *
 * @param name its name on the command line
 * @param rows of the table, 450 bytes each on disk
 * @param pageCacheBytes what the page cache of each node may keep
 * @param heapMebibytes each node's heap
 * @param threads of the client
 * @param slotSeconds length of each measured slot
 * @param rounds how often every arm meets every mix
 */
record Scale(String name, long rows, long pageCacheBytes, int heapMebibytes, int threads, int slotSeconds, int rounds) {
    private static final long MEBIBYTE = 1 << 20;
    private static final long ROW_BYTES = 450;
    /** Cassandra's default of a quarter of the heap, with 6 GB of the paper's 16, for its 50 GB. */
    private static final double MEMTABLE_SHARE = 0.03;

    private static final long LEAST_MEMTABLE_BYTES = 4 * MEBIBYTE;

    /** Files of a table that was written to after its load, and space for a compaction of some of them. */
    private static final double FRAGMENTS_AND_COMPACTION = 2.2;

    static final List<Scale> ALL = List.of(
            new Scale("tiny", 20_000, 24 * MEBIBYTE, 320, 4, 4, 1),
            new Scale("small", 500_000, 48 * MEBIBYTE, 512, 16, 11, 3),
            new Scale("paper-1/25", 4_000_000, 350 * MEBIBYTE, 1_024, 16, 40, 3));

    /**
     * The scale of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Scale named(String name) {
        return ALL.stream()
                .filter(scale -> scale.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("scale=" + name + ": allowed are "
                        + ALL.stream().map(Scale::name).collect(Collectors.joining(", "))));
    }

    /** This scale with another number of rounds. */
    Scale withRounds(int newRounds) {
        return new Scale(name, rows, pageCacheBytes, heapMebibytes, threads, slotSeconds, newRounds);
    }

    /** This scale with other times. */
    Scale withSlotSeconds(int newSeconds) {
        return new Scale(name, rows, pageCacheBytes, heapMebibytes, threads, newSeconds, rounds);
    }

    /** This scale with a page cache for all files of the table. */
    Scale withPageCacheForAll() {
        return new Scale(name, rows, diskBytes(), heapMebibytes, threads, slotSeconds, rounds);
    }

    /** What all memtables take before they are flushed: about the share of the data that the paper's node had room for. */
    long memtableBytes() {
        return Math.max(LEAST_MEMTABLE_BYTES, Math.round(rows * ROW_BYTES * MEMTABLE_SHARE));
    }

    /** Space that the files of one arm take, at most. */
    long diskBytes() {
        return Math.round(rows * ROW_BYTES * FRAGMENTS_AND_COMPACTION) + 256 * MEBIBYTE;
    }
}
