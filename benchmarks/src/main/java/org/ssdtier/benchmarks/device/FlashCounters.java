package org.ssdtier.benchmarks.device;

/**
 * The counters of an emulated SSD's translation layer; all 0 if there is none.
 *
 * @param writtenSectors sectors of 4 KiB written by the host
 * @param copiedSectors sectors copied by garbage collection
 * @param erasedUnits erase units erased by garbage collection
 * @param trimmedSectors sectors trimmed by the host
 * @param collectMicros time spent by the dies on copies and erasures, summed over all dies
 * @param dies number of dies
 */
public record FlashCounters(
        long writtenSectors, long copiedSectors, long erasedUnits, long trimmedSectors, long collectMicros, int dies) {
    private static final int SECTOR_BYTES = 4_096;

    /** The counters without a translation layer. */
    public static final FlashCounters NONE = new FlashCounters(0, 0, 0, 0, 0, 0);

    /**
     * Parses the drive's output, one {@code name=value} per line.
     *
     * @throws IllegalArgumentException if a name is missing
     */
    static FlashCounters parse(String text) {
        NamedNumbers counted = NamedNumbers.parse(text);
        return new FlashCounters(
                counted.count("written_sectors"),
                counted.count("copied_sectors"),
                counted.count("erased_units"),
                counted.count("trimmed_sectors"),
                counted.count("collect_micros"),
                (int) counted.count("dies"));
    }

    /** Returns the difference from an earlier reading. */
    public FlashCounters since(FlashCounters earlier) {
        return new FlashCounters(
                writtenSectors - earlier.writtenSectors,
                copiedSectors - earlier.copiedSectors,
                erasedUnits - earlier.erasedUnits,
                trimmedSectors - earlier.trimmedSectors,
                collectMicros - earlier.collectMicros,
                dies);
    }

    /** Returns the bytes written by the host. */
    public long writtenBytes() {
        return writtenSectors * SECTOR_BYTES;
    }

    /** Returns the sectors written to the flash per sector written by the host; 0 if the host has written none. */
    public double writeAmplification() {
        return writtenSectors == 0 ? 0 : 1 + (double) copiedSectors / writtenSectors;
    }

    /**
     * Returns the fraction of the dies' time spent on garbage collection.
     *
     * @param seconds time between the two readings
     */
    public double collectShare(double seconds) {
        return dies == 0 ? 0 : collectMicros / (1e6 * seconds * dies);
    }
}
