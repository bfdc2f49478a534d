package org.ssdtier.rowcache;

import java.nio.file.Path;
import java.util.Map;
import org.ssdtier.segmentlog.Bounds;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.DirectoryKind;

/**
 * How the SSD tier is laid out and behaves.
 *
 * @param directory the directory of the tier; created when absent
 * @param capacityBytes the bytes of all segments together
 * @param segmentBytes the bytes of one segment
 * @param writeBufferBytes the bytes of one write buffer
 * @param indexBytes the hard bound of the index, with its epochs and ghost filter
 * @param admission which evicted images are written
 * @param writeRateLimitBytesPerSecond the budget of writes; 0 means no limit
 * @param recover when the index is recovered at open
 * @param ioErrorThreshold I/O errors a minute beyond which the tier goes offline
 * @param directIo whether reads and writes bypass the page cache
 * @param reinsertedShare the most that copies by reclaim take of all that is written, 0 to 0.9: it bounds write amplification to
 *     1 / (1 - share), times what padding costs; what is not used while the log fills may be used later
 * @param readTimeoutNanos how long a look-up waits for the device; 0 means as long as it takes
 * @param readsInFlight how many look-ups may be reading the device at once
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
    /** What the directory is for, and what the files of the tier's own in it begin with. */
    public static final DirectoryKind DIRECTORY_KIND = new DirectoryKind(
            1,
            "row cache",
            Map.of(
                    HashKeyFile.NAME, HashKeyFile.MAGIC,
                    SnapshotDescriptor.NAME, SnapshotDescriptor.MAGIC,
                    JournalDescriptor.NAMES, JournalDescriptor.MAGIC,
                    CheckpointDescriptor.NAMES, CheckpointDescriptor.MAGIC));

    /** The least index, bytes. */
    public static final long MIN_INDEX_BYTES = 16 << 10;

    private static final double DEFAULT_REINSERTED_SHARE = 0.15;
    private static final double MAX_REINSERTED_SHARE = 0.9;
    private static final int DEFAULT_READS_IN_FLIGHT = 256;
    private static final int MAX_READS_IN_FLIGHT = 65_536;
    private static final long MAX_READ_TIMEOUT_NANOS = 1_000_000_000L;

    /** The options with direct I/O where possible, the default share of reinsertion, and no bound of how long a read takes. */
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

    /** Returns these options with another share of reinsertion. */
    public SsdOptions withReinsertedShare(double share) {
        return with(directIo, share, recover, readTimeoutNanos, readsInFlight);
    }

    /** Returns these options with another choice of recovery. */
    public SsdOptions withRecovery(RecoverOnStart choice) {
        return with(directIo, reinsertedShare, choice, readTimeoutNanos, readsInFlight);
    }

    /**
     * Returns these options with other bounds of reading.
     *
     * @param timeoutNanos how long a look-up waits for the device; 0 means as long as it takes
     * @param inFlight how many look-ups may be reading the device at once
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
     * Checks what the segment log does not check itself.
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
