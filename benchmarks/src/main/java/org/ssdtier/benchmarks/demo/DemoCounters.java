package org.ssdtier.benchmarks.demo;

import java.util.Map;

/**
 * The node's counters for the demo, read together; all but the last two only increase.
 *
 * @param memoryHits reads of the demo's table answered by the memory tier, or by an image queued for the SSD
 * @param ssdHits reads of the demo's table answered by the SSD tier
 * @param misses reads of the demo's table answered by neither tier
 * @param allSsdHits reads of any table answered by the SSD tier
 * @param deviceReads SSD reads for look-ups, including unsuccessful ones
 * @param bytesWritten bytes written to the SSD
 * @param bytesLogical bytes of the admitted rows
 * @param demotions number of rows demoted from memory to the SSD
 * @param promotions number of rows promoted back to memory
 * @param entries current number of rows on the SSD
 * @param indexBytes current memory of the index
 */
record DemoCounters(
        long memoryHits,
        long ssdHits,
        long misses,
        long allSsdHits,
        long deviceReads,
        long bytesWritten,
        long bytesLogical,
        long demotions,
        long promotions,
        long entries,
        long indexBytes) {
    /** The key of the SSD hits of all tables; they correspond to {@code deviceReads}, which also counts all tables. */
    static final String ALL_SSD_HITS = "allSsdHits";

    static final DemoCounters ZERO = new DemoCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the counters from the statistics of the node's bean; missing ones are 0. */
    static DemoCounters of(Map<String, Long> statistics) {
        return new DemoCounters(
                statistics.getOrDefault("memoryHits", 0L) + statistics.getOrDefault("pendingHits", 0L),
                statistics.getOrDefault("ssdHits", 0L),
                statistics.getOrDefault("misses", 0L),
                statistics.getOrDefault(ALL_SSD_HITS, 0L),
                statistics.getOrDefault("deviceReads", 0L),
                statistics.getOrDefault("bytesWritten", 0L),
                statistics.getOrDefault("bytesLogical", 0L),
                statistics.getOrDefault("demotions", 0L),
                statistics.getOrDefault("promotions", 0L),
                statistics.getOrDefault("entries", 0L),
                statistics.getOrDefault("indexBytes", 0L));
    }

    /**
     * Returns the difference from an earlier reading; {@code entries} and {@code indexBytes} are the current values.
     */
    DemoCounters since(DemoCounters earlier) {
        return new DemoCounters(
                memoryHits - earlier.memoryHits,
                ssdHits - earlier.ssdHits,
                misses - earlier.misses,
                allSsdHits - earlier.allSsdHits,
                deviceReads - earlier.deviceReads,
                bytesWritten - earlier.bytesWritten,
                bytesLogical - earlier.bytesLogical,
                demotions - earlier.demotions,
                promotions - earlier.promotions,
                entries,
                indexBytes);
    }

    double memoryShare() {
        return ratio(memoryHits, reads());
    }

    double ssdShare() {
        return ratio(ssdHits, reads());
    }

    double missShare() {
        return ratio(misses, reads());
    }

    /** Returns the fraction of the memory tier's misses that the SSD answered. */
    double ssdShareOfMemoryMisses() {
        return ratio(ssdHits, ssdHits + misses);
    }

    long reads() {
        return memoryHits + ssdHits + misses;
    }

    /** Returns the ratio of a part to a whole, 0 if the whole is 0. */
    static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
