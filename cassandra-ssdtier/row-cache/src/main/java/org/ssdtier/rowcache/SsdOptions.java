package org.ssdtier.rowcache;

import java.nio.file.Path;
import java.util.Map;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.rowcache.compression.DictionaryStore;
import org.ssdtier.segmentlog.Bounds;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.DirectoryKind;
import org.ssdtier.segmentlog.device.FileOptions;

/**
 * The layout and behaviour of the SSD tier.
 *
 * @param directory the directory of the tier; created if absent
 * @param geometry the sizes of the tier
 * @param writes the choice and the bounds of what is written
 * @param device the use of the device
 * @param recover the stops after which the index is recovered at open
 */
public record SsdOptions(Path directory, Geometry geometry, Writes writes, Device device, RecoverOnStart recover) {
    /**
     * The sizes of the tier.
     *
     * @param capacityBytes total bytes of all segments
     * @param segmentBytes bytes of one segment
     * @param writeBufferBytes bytes of one write buffer
     * @param indexBytes hard bound of the index, including its epochs and ghost filter
     */
    public record Geometry(long capacityBytes, int segmentBytes, int writeBufferBytes, long indexBytes) {}

    /**
     * The choice and the bounds of what is written.
     *
     * @param admission the policy by which evicted images are written
     * @param writeRateLimitBytesPerSecond write budget; 0 means no limit
     * @param reinsertedShare largest fraction of all written bytes that may be copies by reclaim, 0 to 0.9; it bounds
     *     write amplification to 1 / (1 - share), times the overhead of padding; the part not used while the log fills
     *     may be used later
     */
    public record Writes(Admission admission, long writeRateLimitBytesPerSecond, double reinsertedShare) {}

    /**
     * The use of the device.
     *
     * @param files the use of the files
     * @param ioErrorThreshold number of I/O errors per minute beyond which the tier goes offline
     * @param readTimeoutNanos time a look-up waits for the device; 0 means no bound
     * @param readsInFlight number of look-ups that may read the device simultaneously
     */
    public record Device(FileOptions files, int ioErrorThreshold, long readTimeoutNanos, int readsInFlight) {}

    /** The purpose of the directory, and the magic numbers of the tier's own files in it. */
    public static final DirectoryKind DIRECTORY_KIND = new DirectoryKind(
            1,
            "row cache",
            Map.of(
                    HashKeyFile.NAME, HashKeyFile.MAGIC,
                    SnapshotDescriptor.NAME, SnapshotDescriptor.MAGIC,
                    JournalDescriptor.NAMES, JournalDescriptor.MAGIC,
                    CheckpointDescriptor.NAMES, CheckpointDescriptor.MAGIC,
                    DictionaryStore.NAMES, DictionaryStore.MAGIC));

    /** The size of the smallest index, bytes. */
    public static final long MIN_INDEX_BYTES = 16 << 10;
    /** The size of the largest index, bytes: its buckets are addressed by 32 bits of a hash. */
    public static final long MAX_INDEX_BYTES = 256L << 30;

    private static final double DEFAULT_REINSERTED_SHARE = 0.15;
    private static final double MAX_REINSERTED_SHARE = 0.9;
    private static final int DEFAULT_IO_ERROR_THRESHOLD = 16;
    private static final int DEFAULT_READS_IN_FLIGHT = 256;
    private static final int MAX_READS_IN_FLIGHT = 65_536;
    private static final long MAX_READ_TIMEOUT_NANOS = 1_000_000_000L;

    /**
     * Returns options with direct I/O where possible, no limit of the write rate, the default reinserted share,
     * recovery after a clean stop, the default threshold of I/O errors, the default number of reads in flight, and
     * reads that wait without a bound.
     */
    public static SsdOptions of(Path directory, Geometry geometry, Admission admission) {
        return new SsdOptions(
                directory,
                geometry,
                new Writes(admission, 0, DEFAULT_REINSERTED_SHARE),
                new Device(FileOptions.of(DirectIo.AUTO), DEFAULT_IO_ERROR_THRESHOLD, 0, DEFAULT_READS_IN_FLIGHT),
                RecoverOnStart.CLEAN_ONLY);
    }

    /** Returns these options with another write budget; 0 means no limit. */
    public SsdOptions withWriteRateLimit(long bytesPerSecond) {
        return with(new Writes(writes.admission, bytesPerSecond, writes.reinsertedShare));
    }

    /** Returns these options with another reinserted share. */
    public SsdOptions withReinsertedShare(double share) {
        return with(new Writes(writes.admission, writes.writeRateLimitBytesPerSecond, share));
    }

    /** Returns these options with another choice of direct I/O. */
    public SsdOptions withDirectIo(DirectIo choice) {
        return withFiles(device.files.withDirectIo(choice));
    }

    /** Returns these options with another use of the files. */
    public SsdOptions withFiles(FileOptions files) {
        return with(new Device(files, device.ioErrorThreshold, device.readTimeoutNanos, device.readsInFlight));
    }

    /** Returns these options with another number of I/O errors per minute beyond which the tier goes offline. */
    public SsdOptions withIoErrorThreshold(int errors) {
        return with(new Device(device.files, errors, device.readTimeoutNanos, device.readsInFlight));
    }

    /**
     * Returns these options with other bounds for reads.
     *
     * @param timeoutNanos time a look-up waits for the device; 0 means no bound
     * @param inFlight number of look-ups that may read the device simultaneously
     */
    public SsdOptions withReads(long timeoutNanos, int inFlight) {
        return with(new Device(device.files, device.ioErrorThreshold, timeoutNanos, inFlight));
    }

    /** Returns these options with another choice of recovery. */
    public SsdOptions withRecovery(RecoverOnStart choice) {
        return new SsdOptions(directory, geometry, writes, device, choice);
    }

    private SsdOptions with(Writes other) {
        return new SsdOptions(directory, geometry, other, device, recover);
    }

    private SsdOptions with(Device other) {
        return new SsdOptions(directory, geometry, writes, other, recover);
    }

    /**
     * Checks the options that the segment log does not check.
     *
     * @throws IllegalArgumentException naming option, value and allowed range
     */
    void validate() {
        Bounds.check("index_memory", geometry.indexBytes, MIN_INDEX_BYTES, MAX_INDEX_BYTES);
        Bounds.check("write_rate_limit", writes.writeRateLimitBytesPerSecond, 0, Long.MAX_VALUE);
        Bounds.check("io_error_threshold", device.ioErrorThreshold, 1, 1_000_000);
        Bounds.check("read_timeout", device.readTimeoutNanos, 0, MAX_READ_TIMEOUT_NANOS);
        Bounds.check("reads_in_flight", device.readsInFlight, 1, MAX_READS_IN_FLIGHT);
        if (!(writes.reinsertedShare >= 0 && writes.reinsertedShare <= MAX_REINSERTED_SHARE)) {
            throw new IllegalArgumentException(
                    "reinserted_share=" + writes.reinsertedShare + ", allowed 0 to " + MAX_REINSERTED_SHARE);
        }
    }

    /** Returns the options in words, for the log. */
    String describe() {
        return "directory=" + directory + " bytes=" + geometry.capacityBytes + " segment bytes=" + geometry.segmentBytes
                + " index bytes=" + geometry.indexBytes + " admission=" + writes.admission + " write limit bytes/s="
                + writes.writeRateLimitBytesPerSecond + " recover=" + recover;
    }
}
