package org.ssdtier.benchmarks.device;

/**
 * The counters of the block cache of an emulated drive; all 0 if there is none.
 *
 * @param reads reads that reached the block cache
 * @param hits reads that its SSD answered alone
 * @param promotedBlocks blocks that it took
 * @param updatedBlocks cached blocks that were written
 * @param busyNanos time that the busiest kind of part of its SSD has worked
 */
public record FrontCounters(long reads, long hits, long promotedBlocks, long updatedBlocks, long busyNanos) {
    /** The counters without a block cache. */
    public static final FrontCounters NONE = new FrontCounters(0, 0, 0, 0, 0);

    /**
     * Parses the drive's output, one {@code name=value} per line.
     *
     * @throws IllegalArgumentException if a name is missing
     */
    static FrontCounters parse(String text) {
        NamedNumbers counted = NamedNumbers.parse(text);
        return new FrontCounters(
                counted.count("reads"),
                counted.count("hits"),
                counted.count("promoted_blocks"),
                counted.count("updated_blocks"),
                counted.count("busy_nanos"));
    }

    /** Returns the difference from an earlier reading. */
    public FrontCounters since(FrontCounters earlier) {
        return new FrontCounters(
                reads - earlier.reads,
                hits - earlier.hits,
                promotedBlocks - earlier.promotedBlocks,
                updatedBlocks - earlier.updatedBlocks,
                busyNanos - earlier.busyNanos);
    }

    /** Returns the fraction of the reads that the SSD answered; 0 without reads. */
    public double hitRatio() {
        return reads == 0 ? 0 : (double) hits / reads;
    }
}
