package org.ssdtier.benchmarks.demo;

import org.ssdtier.benchmarks.load.CounterReading;

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

    /** Returns the counters from a reading of the node's bean. */
    static DemoCounters of(CounterReading reading) {
        return new DemoCounters(
                reading.count("memoryHits") + reading.count("pendingHits"),
                reading.count("ssdHits"),
                reading.count("misses"),
                reading.count(ALL_SSD_HITS),
                reading.count("deviceReads"),
                reading.count("bytesWritten"),
                reading.count("bytesLogical"),
                reading.count("demotions"),
                reading.count("promotions"),
                reading.count("entries"),
                reading.count("indexBytes"));
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
