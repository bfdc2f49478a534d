package org.ssdtier.rowcache;

import java.nio.file.Path;
import org.ssdtier.segmentlog.Bounds;
import org.ssdtier.segmentlog.device.DirectIo;

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
        double reinsertedShare) {
    /** The least index, bytes. */
    public static final long MIN_INDEX_BYTES = 16 << 10;

    private static final double DEFAULT_REINSERTED_SHARE = 0.15;
    private static final double MAX_REINSERTED_SHARE = 0.9;

    /** The options with direct I/O where possible and the default share of reinsertion. */
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
                DEFAULT_REINSERTED_SHARE);
    }

    /** Returns these options with another choice of direct I/O. */
    public SsdOptions withDirectIo(DirectIo choice) {
        return with(choice, reinsertedShare, recover);
    }

    /** Returns these options with another share of reinsertion. */
    public SsdOptions withReinsertedShare(double share) {
        return with(directIo, share, recover);
    }

    /** Returns these options with another choice of recovery. */
    public SsdOptions withRecovery(RecoverOnStart choice) {
        return with(directIo, reinsertedShare, choice);
    }

    private SsdOptions with(DirectIo choice, double share, RecoverOnStart recovery) {
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
                share);
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
        if (!(reinsertedShare >= 0 && reinsertedShare <= MAX_REINSERTED_SHARE)) {
            throw new IllegalArgumentException(
                    "reinserted_share=" + reinsertedShare + ", allowed 0 to " + MAX_REINSERTED_SHARE);
        }
    }
}
