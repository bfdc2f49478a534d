package org.ssdtier.rowcache;

import java.nio.file.Path;
import java.util.Map;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.segmentlog.Bounds;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.DirectoryKind;

/**
 * The layout and behaviour of the SSD tier.
 *
 * @param directory the directory of the tier; created if absent
 * @param capacityBytes total bytes of all segments
 * @param segmentBytes bytes of one segment
 * @param writeBufferBytes bytes of one write buffer
 * @param indexBytes hard bound of the index, including its epochs and ghost filter
 * @param admission the policy by which evicted images are written
 * @param writeRateLimitBytesPerSecond write budget; 0 means no limit
 * @param recover the stops after which the index is recovered at open
 * @param ioErrorThreshold number of I/O errors per minute beyond which the tier goes offline
 * @param directIo whether reads and writes bypass the page cache
 * @param reinsertedShare largest fraction of all written bytes that may be copies by reclaim, 0 to 0.9; it bounds write
 *     amplification to 1 / (1 - share), times the overhead of padding; the part not used while the log fills may be
 *     used later
 * @param readTimeoutNanos time a look-up waits for the device; 0 means no bound
 * @param readsInFlight number of look-ups that may read the device simultaneously
 */
public record SsdOptions(
        Path directory,
        long capacityBytes,
        int segmentBytes,
        int writeBufferBytes,
        long indexBytes,
        Admission admission,
        long writeRateLimitBytesPerSecond,
        RecoverOnStart recover,
        int ioErrorThreshold,
        DirectIo directIo,
        double reinsertedShare,
        long readTimeoutNanos,
        int readsInFlight) {
    /** The purpose of the directory, and the magic numbers of the tier's own files in it. */
    public static final DirectoryKind DIRECTORY_KIND = new DirectoryKind(
            1,
            "row cache",
            Map.of(
                    HashKeyFile.NAME, HashKeyFile.MAGIC,
                    SnapshotDescriptor.NAME, SnapshotDescriptor.MAGIC,
                    JournalDescriptor.NAMES, JournalDescriptor.MAGIC,
                    CheckpointDescriptor.NAMES, CheckpointDescriptor.MAGIC));

    /** The size of the smallest index, bytes. */
    public static final long MIN_INDEX_BYTES = 16 << 10;

    private static final double DEFAULT_REINSERTED_SHARE = 0.15;
    private static final double MAX_REINSERTED_SHARE = 0.9;
    private static final int DEFAULT_READS_IN_FLIGHT = 256;
    private static final int MAX_READS_IN_FLIGHT = 65_536;
    private static final long MAX_READ_TIMEOUT_NANOS = 1_000_000_000L;

    /**
     * Creates options with direct I/O where possible, the default reinserted share, the default number of reads in
     * flight, and reads that wait without a bound.
     */
    public SsdOptions(
            Path directory,
            long capacityBytes,
            int segmentBytes,
            int writeBufferBytes,
            long indexBytes,
            Admission admission,
            long writeRateLimitBytesPerSecond,
            boolean recover,
            int ioErrorThreshold) {
        this(
                directory,
                capacityBytes,
                segmentBytes,
                writeBufferBytes,
                indexBytes,
                admission,
                writeRateLimitBytesPerSecond,
                recover ? RecoverOnStart.CLEAN_ONLY : RecoverOnStart.NEVER,
                ioErrorThreshold,
                DirectIo.AUTO,
                DEFAULT_REINSERTED_SHARE,
                0,
                DEFAULT_READS_IN_FLIGHT);
    }

    /** Returns these options with another choice of direct I/O. */
    public SsdOptions withDirectIo(DirectIo choice) {
        return with(choice, reinsertedShare, recover, readTimeoutNanos, readsInFlight);
    }

    /** Returns these options with another reinserted share. */
    public SsdOptions withReinsertedShare(double share) {
        return with(directIo, share, recover, readTimeoutNanos, readsInFlight);
    }

    /** Returns these options with another choice of recovery. */
    public SsdOptions withRecovery(RecoverOnStart choice) {
        return with(directIo, reinsertedShare, choice, readTimeoutNanos, readsInFlight);
    }

    /**
     * Returns these options with other bounds for reads.
     *
     * @param timeoutNanos time a look-up waits for the device; 0 means no bound
     * @param inFlight number of look-ups that may read the device simultaneously
     */
    public SsdOptions withReads(long timeoutNanos, int inFlight) {
        return with(directIo, reinsertedShare, recover, timeoutNanos, inFlight);
    }

    private SsdOptions with(DirectIo choice, double share, RecoverOnStart recovery, long timeoutNanos, int inFlight) {
        return new SsdOptions(
                directory,
                capacityBytes,
                segmentBytes,
                writeBufferBytes,
                indexBytes,
                admission,
                writeRateLimitBytesPerSecond,
                recovery,
                ioErrorThreshold,
                choice,
                share,
                timeoutNanos,
                inFlight);
    }

    /**
     * Checks the options that the segment log does not check.
     *
     * @throws IllegalArgumentException naming option, value and allowed range
     */
    void validate() {
        Bounds.check("index_memory", indexBytes, MIN_INDEX_BYTES, Long.MAX_VALUE);
        Bounds.check("write_rate_limit", writeRateLimitBytesPerSecond, 0, Long.MAX_VALUE);
        Bounds.check("io_error_threshold", ioErrorThreshold, 1, 1_000_000);
        Bounds.check("read_timeout", readTimeoutNanos, 0, MAX_READ_TIMEOUT_NANOS);
        Bounds.check("reads_in_flight", readsInFlight, 1, MAX_READS_IN_FLIGHT);
        if (!(reinsertedShare >= 0 && reinsertedShare <= MAX_REINSERTED_SHARE)) {
            throw new IllegalArgumentException(
                    "reinserted_share=" + reinsertedShare + ", allowed 0 to " + MAX_REINSERTED_SHARE);
        }
    }
}
