package org.ssdtier.benchmarks.experiment;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The size of an experiment. The paper has 100 million rows, 50 GB of data and 16 GB of memory; a scale should keep the
 * paper's ratio of page cache to data.
 *
 * @param name name on the command line
 * @param rows number of rows of the table, 450 bytes each on disk
 * @param pageCacheBytes limit of each node's page cache
 * @param heapMebibytes heap of each node in MiB
 * @param threads number of client threads
 * @param slotSeconds length of each measured slot in seconds
 * @param rounds number of runs of every arm under every mix; fewer than six have no 95 % interval of a median
 * @param chunkKibibytes length of a compressed chunk of the table's files in KiB; results of earlier versions, which do not have
 *     it, are of {@value #DEFAULT_CHUNK}
 * @param compaction compaction strategy of the table; results of earlier versions are of Cassandra's default
 */
record Scale(
        String name,
        long rows,
        long pageCacheBytes,
        int heapMebibytes,
        int threads,
        int slotSeconds,
        int rounds,
        int chunkKibibytes,
        Compaction compaction) {
    /** Cassandra's default. */
    static final int DEFAULT_CHUNK = 16;

    /** The fewest rounds with a 95 % interval of a median. */
    private static final int ROUNDS = 6;

    private static final int MOST_CHUNK = 1_024;
    private static final long MEBIBYTE = 1 << 20;
    /** Bytes of a row in the files of the table. */
    static final long ROW_BYTES = 450;
    /**
     * Memtable space as a fraction of the data: Cassandra's default of a quarter of the heap, with a heap of 6 GB of
     * the paper's 16 GB, for 50 GB of data.
     */
    private static final double MEMTABLE_SHARE = 0.03;

    private static final long LEAST_MEMTABLE_BYTES = 4 * MEBIBYTE;

    /** Factor for the files of a table that was updated after its load, and for a compaction of some of them. */
    private static final double FRAGMENTS_AND_COMPACTION = 2.2;

    static final List<Scale> ALL = List.of(
            new Scale("tiny", 20_000, 24 * MEBIBYTE, 320, 4, 4, 1, DEFAULT_CHUNK, Compaction.STCS),
            new Scale("small", 500_000, 48 * MEBIBYTE, 512, 16, 11, ROUNDS, DEFAULT_CHUNK, Compaction.STCS),
            new Scale("paper-1/25", 4_000_000, 350 * MEBIBYTE, 1_024, 16, 40, ROUNDS, DEFAULT_CHUNK, Compaction.STCS));

    Scale {
        chunkKibibytes = chunkKibibytes == 0 ? DEFAULT_CHUNK : chunkKibibytes;
        compaction = Objects.requireNonNullElse(compaction, Compaction.STCS);
    }

    /**
     * Returns the scale with the given name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Scale named(String name) {
        return Allowed.named("scale", name, ALL, scale -> scale.name);
    }

    /** Returns this scale with another number of rounds. */
    Scale withRounds(int newRounds) {
        return new Scale(
                name, rows, pageCacheBytes, heapMebibytes, threads, slotSeconds, newRounds, chunkKibibytes, compaction);
    }

    /**
     * Returns this scale with another length of chunks.
     *
     * @throws IllegalArgumentException if it is no power of two, or out of range
     */
    Scale withChunk(int newChunk) {
        Allowed.require(
                newChunk >= 1 && newChunk <= MOST_CHUNK && Integer.bitCount(newChunk) == 1,
                "chunk",
                newChunk,
                "powers of two from 1 to " + MOST_CHUNK);
        return new Scale(name, rows, pageCacheBytes, heapMebibytes, threads, slotSeconds, rounds, newChunk, compaction);
    }

    /** Returns this scale with another compaction strategy. */
    Scale withCompaction(Compaction newCompaction) {
        return new Scale(
                name, rows, pageCacheBytes, heapMebibytes, threads, slotSeconds, rounds, chunkKibibytes, newCompaction);
    }

    /** Returns what the table's options add to the name of a directory; nothing if they are Cassandra's defaults. */
    String tableSuffix() {
        return (chunkKibibytes == DEFAULT_CHUNK ? "" : "-chunk-" + chunkKibibytes)
                + (compaction == Compaction.STCS ? "" : "-" + compaction.name().toLowerCase(Locale.ROOT));
    }

    /** Returns this scale with another length of slots. */
    Scale withSlotSeconds(int newSeconds) {
        return new Scale(
                name, rows, pageCacheBytes, heapMebibytes, threads, newSeconds, rounds, chunkKibibytes, compaction);
    }

    /** Returns this scale with a page cache for all files of the table. */
    Scale withPageCacheForAll() {
        return new Scale(
                name, rows, diskBytes(), heapMebibytes, threads, slotSeconds, rounds, chunkKibibytes, compaction);
    }

    /** Returns the total memtable space before a flush: about the same fraction of the data as on the paper's node. */
    long memtableBytes() {
        return Math.max(LEAST_MEMTABLE_BYTES, Math.round(rows * ROW_BYTES * MEMTABLE_SHARE));
    }

    /** Returns the maximum space of the files of one arm. */
    long diskBytes() {
        return Math.round(rows * ROW_BYTES * FRAGMENTS_AND_COMPACTION) + 256 * MEBIBYTE;
    }
}
