package org.ssdtier.benchmarks.device;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the translation layer of an emulated SSD has counted; all 0 where there is none.
 *
 * @param writtenSectors sectors of 4 KiB that the host has written
 * @param copiedSectors sectors that garbage collection has copied
 * @param erasedUnits erase units that it has erased
 * @param trimmedSectors sectors that the host has given up
 * @param collectMicros time that the dies have spent on copies and erasures, all dies together
 * @param dies how many there are
 */
public record FlashCounters(
        long writtenSectors, long copiedSectors, long erasedUnits, long trimmedSectors, long collectMicros, int dies) {
    private static final int SECTOR_BYTES = 4_096;

    /** No translation layer. */
    public static final FlashCounters NONE = new FlashCounters(0, 0, 0, 0, 0, 0);

    /**
     * Reads what the drive says, a {@code name=value} a line.
     *
     * @throws IllegalArgumentException if a name is missing
     */
    static FlashCounters parse(String text) {
        Map<String, String> values = text.lines()
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        Function<String, Long> number = name -> {
            String value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException("flash=" + text.strip() + ": " + name + " is missing");
            }
            return Long.parseLong(value);
        };
        return new FlashCounters(
                number.apply("written_sectors"),
                number.apply("copied_sectors"),
                number.apply("erased_units"),
                number.apply("trimmed_sectors"),
                number.apply("collect_micros"),
                number.apply("dies").intValue());
    }

    /** What was counted since an earlier look. */
    public FlashCounters since(FlashCounters earlier) {
        return new FlashCounters(
                writtenSectors - earlier.writtenSectors,
                copiedSectors - earlier.copiedSectors,
                erasedUnits - earlier.erasedUnits,
                trimmedSectors - earlier.trimmedSectors,
                collectMicros - earlier.collectMicros,
                dies);
    }

    /** What the host has written. */
    public long writtenBytes() {
        return writtenSectors * SECTOR_BYTES;
    }

    /** Sectors written to the flash for each that the host has written; 0 if it has written none. */
    public double writeAmplification() {
        return writtenSectors == 0 ? 0 : 1 + (double) copiedSectors / writtenSectors;
    }

    /**
     * The share of the dies' time that garbage collection took.
     *
     * @param seconds between the two looks
     */
    public double collectShare(double seconds) {
        return dies == 0 ? 0 : collectMicros / (1e6 * seconds * dies);
    }
}
