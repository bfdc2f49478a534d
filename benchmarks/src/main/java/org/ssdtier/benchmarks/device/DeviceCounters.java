package org.ssdtier.benchmarks.device;

/**
 * Counters of the requests that reached a block device, as the kernel reports them.
 *
 * @param reads number of read requests
 * @param readBytes bytes read
 * @param writes number of write requests
 * @param writtenBytes bytes written
 * @param flushes number of requests to flush the write cache
 */
public record DeviceCounters(long reads, long readBytes, long writes, long writtenBytes, long flushes) {
    private static final int SECTOR_BYTES = 512;
    private static final int FIELDS_WITH_FLUSHES = 16;

    /**
     * Parses the text of {@code /sys/block/NAME/stat}; see the kernel's {@code Documentation/block/stat.rst}.
     *
     * @throws IllegalArgumentException if the text has another format
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

    /** Returns the difference from an earlier reading. */
    public DeviceCounters since(DeviceCounters earlier) {
        return new DeviceCounters(
                reads - earlier.reads,
                readBytes - earlier.readBytes,
                writes - earlier.writes,
                writtenBytes - earlier.writtenBytes,
                flushes - earlier.flushes);
    }
}
