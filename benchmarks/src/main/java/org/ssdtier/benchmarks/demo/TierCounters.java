package org.ssdtier.benchmarks.demo;

import java.util.Map;

/**
 * The node's figures that the demo uses, read at one moment; all but the last two only ever rise.
 *
 * @param memoryHits reads of the demo's table answered by the memory tier, or by an image on its way to the SSD
 * @param ssdHits reads of it answered by the SSD tier
 * @param misses reads of it answered by neither
 * @param allSsdHits reads of any table answered by the SSD tier
 * @param deviceReads reads of the SSD for look-ups, vain ones included
 * @param bytesWritten bytes written to the SSD
 * @param bytesLogical bytes of the rows that were admitted
 * @param demotions rows that went from memory to the SSD
 * @param promotions rows that came back
 * @param entries rows on the SSD now
 * @param indexBytes memory that finding them takes now
 */
record TierCounters(
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
    /** Key of the SSD hits of all tables, as deviceReads has those of all tables. */
    static final String ALL_SSD_HITS = "allSsdHits";

    static final TierCounters ZERO = new TierCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Reads the statistics of the node's bean; what is missing there is 0. */
    static TierCounters of(Map<String, Long> statistics) {
        return new TierCounters(
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

    /** What happened since an earlier moment; {@code entries} and {@code indexBytes} are those of now. */
    TierCounters since(TierCounters earlier) {
        return new TierCounters(
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

    /** Share of what memory missed that the SSD answered. */
    double ssdShareOfMemoryMisses() {
        return ratio(ssdHits, ssdHits + misses);
    }

    long reads() {
        return memoryHits + ssdHits + misses;
    }

    /** A part of a whole, or 0 if there is no whole. */
    static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
