package org.ssdtier.benchmarks.device;

/**
 * What reached a block device, as the kernel counts it.
 *
 * @param reads read requests
 * @param readBytes bytes read
 * @param writes write requests
 * @param writtenBytes bytes written
 * @param flushes requests to empty the write cache
 */
public record DeviceCounters(long reads, long readBytes, long writes, long writtenBytes, long flushes) {
    private static final int SECTOR_BYTES = 512;
    private static final int FIELDS_WITH_FLUSHES = 16;

    /**
     * Reads the text of {@code /sys/block/NAME/stat}; see the kernel's {@code Documentation/block/stat.rst}.
     *
     * @throws IllegalArgumentException if that is something else
     */
    public static DeviceCounters parse(String stat) {
        String[] fields = stat.strip().split("\\s+", -1);
        if (fields.length < 8) {
            throw new IllegalArgumentException("stat=" + stat.strip() + ": not the statistics of a block device");
        }
        long flushes = fields.length >= FIELDS_WITH_FLUSHES ? Long.parseLong(fields[15]) : 0;
        return new DeviceCounters(
                Long.parseLong(fields[0]),
                Long.parseLong(fields[2]) * SECTOR_BYTES,
                Long.parseLong(fields[4]),
                Long.parseLong(fields[6]) * SECTOR_BYTES,
                flushes);
    }

    /** What was counted since an earlier look. */
    public DeviceCounters since(DeviceCounters earlier) {
        return new DeviceCounters(
                reads - earlier.reads,
                readBytes - earlier.readBytes,
                writes - earlier.writes,
                writtenBytes - earlier.writtenBytes,
                flushes - earlier.flushes);
    }
}
