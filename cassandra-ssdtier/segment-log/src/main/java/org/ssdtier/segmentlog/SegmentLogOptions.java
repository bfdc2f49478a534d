package org.ssdtier.segmentlog;

import java.security.SecureRandom;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.FileOptions;
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The geometry and limits of a log. Start from {@link #ofCapacity} and change what differs.
 *
 * @param capacityBytes size of all segments together; rounded down to whole segments
 * @param segmentBytes size of a segment, up to 256 MiB
 * @param writeBufferBytes size of a write buffer; a buffer is written when it is full
 * @param writeBuffers number of write buffers; together they bound the bytes not yet written
 * @param maxRecordBytes length of the longest record, header included
 * @param readBuffers number of reads that may be in progress simultaneously; further reads wait
 * @param readTimeoutNanos longest time a read waits for the device; 0 means no bound: the calling thread reads itself
 * @param files use of the files
 * @param forceBeforeReuse whether reclaim makes its copies durable before it frees the segment, whether opening fails
 *     instead of dropping segments for lack of space, and whether it checks all footers after a crash: for an owner that
 *     must not lose records
 * @param openOnFirstWrite whether a manifest in state clean stays clean until the first write: for an owner whose data
 *     from a clean stop stays valid until then, however often the log is opened
 * @param flushExecutor executor that writes full buffers; null for a thread of the log's own, {@code Runnable::run} for
 *     the appending thread itself
 * @param sources the sources of time and of random numbers
 */
public record SegmentLogOptions(
        long capacityBytes,
        int segmentBytes,
        int writeBufferBytes,
        int writeBuffers,
        int maxRecordBytes,
        int readBuffers,
        long readTimeoutNanos,
        FileOptions files,
        boolean forceBeforeReuse,
        boolean openOnFirstWrite,
        @Nullable Executor flushExecutor,
        Sources sources) {

    /**
     * The sources of time and of random numbers.
     *
     * @param instanceIds source of random instance IDs
     * @param nanoClock clock of the waits for the device and for a free reader, in nanoseconds; see {@link NanoClock}
     */
    public record Sources(LongSupplier instanceIds, LongSupplier nanoClock) {}

    /** Largest number of slots of a log: a slot number fits into 16 bits. */
    public static final int MAX_SEGMENTS = 65_536;
    /** Smallest number of slots of a log: one active, one kept for reclaim, one to reclaim and one spare. */
    public static final int MIN_SEGMENTS = 4;
    /** Largest segment: an offset in 16-byte units fits into 24 bits. */
    public static final int MAX_SEGMENT_BYTES = 256 << 20;

    private static final int MAX_WRITE_BUFFER_BYTES = 16 << 20;
    private static final int MAX_WRITE_BUFFERS = 16_384;
    private static final int MAX_READ_BUFFERS = 65_536;
    private static final long MAX_READ_TIMEOUT_NANOS = 60_000_000_000L;

    /** Returns the defaults for a capacity: segments of 32 MiB, 64 write buffers of 16 KiB, records up to 2 MiB. */
    public static SegmentLogOptions ofCapacity(long capacityBytes) {
        SecureRandom random = new SecureRandom();
        return new SegmentLogOptions(
                capacityBytes,
                32 << 20,
                16 << 10,
                64,
                2 << 20,
                256,
                0,
                FileOptions.of(DirectIo.AUTO),
                false,
                false,
                null,
                new Sources(random::nextLong, NanoClock.SYSTEM));
    }

    /** Returns these options with another capacity. */
    public SegmentLogOptions withCapacityBytes(long bytes) {
        return with(builder -> builder.capacityBytes = bytes);
    }

    /**
     * Returns these options with another segment size and another longest record, which depends on the segment size.
     */
    public SegmentLogOptions withSegments(int bytes, int longestRecordBytes) {
        return with(builder -> {
            builder.segmentBytes = bytes;
            builder.maxRecordBytes = longestRecordBytes;
        });
    }

    /** Returns these options with other write buffers. */
    public SegmentLogOptions withWriteBuffers(int bytes, int count) {
        return with(builder -> {
            builder.writeBufferBytes = bytes;
            builder.writeBuffers = count;
        });
    }

    /** Returns these options with another bound on simultaneous reads. */
    public SegmentLogOptions withReadBuffers(int count) {
        return with(builder -> builder.readBuffers = count);
    }

    /**
     * Returns these options with another bound on the time a read waits for the device, in nanoseconds; 0 means none.
     */
    public SegmentLogOptions withReadTimeout(long nanos) {
        return with(builder -> builder.readTimeoutNanos = nanos);
    }

    /** Returns these options with another choice of direct I/O. */
    public SegmentLogOptions withDirectIo(DirectIo choice) {
        return with(builder -> builder.files = builder.files.withDirectIo(choice));
    }

    /** Returns these options with another use of the files. */
    public SegmentLogOptions withFiles(FileOptions use) {
        return with(builder -> builder.files = use);
    }

    /** Returns these options with or without reclaim forcing its copies. */
    public SegmentLogOptions withForceBeforeReuse(boolean force) {
        return with(builder -> builder.forceBeforeReuse = force);
    }

    /**
     * Returns these options with the manifest marked open at the first write (true) or when the log is opened
     * (false).
     */
    public SegmentLogOptions withOpenOnFirstWrite(boolean later) {
        return with(builder -> builder.openOnFirstWrite = later);
    }

    /** Returns these options with another executor of writes. */
    public SegmentLogOptions withFlushExecutor(@Nullable Executor executor) {
        return with(builder -> builder.flushExecutor = executor);
    }

    /** Returns these options with another source of instance IDs. */
    public SegmentLogOptions withInstanceIds(LongSupplier source) {
        return with(builder -> builder.sources = new Sources(source, sources.nanoClock));
    }

    private SegmentLogOptions with(Consumer<Builder> change) {
        Builder builder = new Builder(this);
        change.accept(builder);
        return builder.build();
    }

    /** Returns the number of slots of a log of this capacity. */
    public int segmentCount() {
        return Math.toIntExact(capacityBytes / segmentBytes);
    }

    /**
     * Checks every value.
     *
     * @return this
     * @throws IllegalArgumentException naming key, value and allowed range of the first invalid value
     */
    public SegmentLogOptions validate() {
        Bounds.checkUnits(
                "write_buffer_size", writeBufferBytes, Device.PAGE_BYTES, MAX_WRITE_BUFFER_BYTES, Device.PAGE_BYTES);
        Bounds.check("write_buffers", writeBuffers, 2, MAX_WRITE_BUFFERS);
        Bounds.check("write_buffer_size * write_buffers", (long) writeBufferBytes * writeBuffers, 0, 1 << 30);
        Bounds.checkUnits("segment_size", segmentBytes, 4L * Device.PAGE_BYTES, MAX_SEGMENT_BYTES, writeBufferBytes);
        if (files.eraseUnitBytes() != 0) {
            Bounds.checkUnits("segment_size", segmentBytes, 0, MAX_SEGMENT_BYTES, files.eraseUnitBytes());
        }
        long longest = segmentBytes - 2L * Device.PAGE_BYTES;
        Bounds.check("max_record_size", maxRecordBytes, Device.PAGE_BYTES, longest);
        Bounds.check("read_buffers", readBuffers, 1, MAX_READ_BUFFERS);
        Bounds.check("read_timeout", readTimeoutNanos, 0, MAX_READ_TIMEOUT_NANOS);
        long smallest = (long) MIN_SEGMENTS * segmentBytes;
        Bounds.check("size", capacityBytes, smallest, ((long) MAX_SEGMENTS + 1) * segmentBytes - 1);
        return this;
    }

    /** A mutable copy of the options. */
    private static final class Builder {
        private long capacityBytes;
        private int segmentBytes;
        private int writeBufferBytes;
        private int writeBuffers;
        private int maxRecordBytes;
        private int readBuffers;
        private long readTimeoutNanos;
        private FileOptions files;
        private boolean forceBeforeReuse;
        private boolean openOnFirstWrite;
        private @Nullable Executor flushExecutor;
        private Sources sources;

        Builder(SegmentLogOptions from) {
            capacityBytes = from.capacityBytes;
            segmentBytes = from.segmentBytes;
            writeBufferBytes = from.writeBufferBytes;
            writeBuffers = from.writeBuffers;
            maxRecordBytes = from.maxRecordBytes;
            readBuffers = from.readBuffers;
            readTimeoutNanos = from.readTimeoutNanos;
            files = from.files;
            forceBeforeReuse = from.forceBeforeReuse;
            openOnFirstWrite = from.openOnFirstWrite;
            flushExecutor = from.flushExecutor;
            sources = from.sources;
        }

        SegmentLogOptions build() {
            return new SegmentLogOptions(
                    capacityBytes,
                    segmentBytes,
                    writeBufferBytes,
                    writeBuffers,
                    maxRecordBytes,
                    readBuffers,
                    readTimeoutNanos,
                    files,
                    forceBeforeReuse,
                    openOnFirstWrite,
                    flushExecutor,
                    sources);
        }
    }
}
