package org.ssdtier.segmentlog;

import java.security.SecureRandom;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.DirectIo;

/**
 * Geometry and limits of a log. Start from {@link #ofCapacity} and change what differs.
 *
 * @param capacityBytes size of all segments together; rounded down to whole segments
 * @param segmentBytes size of a segment, up to 256 MiB
 * @param writeBufferBytes size of a write buffer, which is written when it is full
 * @param writeBuffers how many there are; together they bound what is not written yet
 * @param maxRecordBytes longest record, header included
 * @param readBuffers how many reads may be under way at once; more wait
 * @param directIo whether the files bypass the page cache
 * @param forceBeforeReuse whether reclaim makes its copies durable before it frees the segment, and opening refuses to let
 *     segments go for want of space: for an owner that may lose nothing
 * @param openOnFirstWrite whether a manifest that says clean stays as it is until something is written: for an owner to whom
 *     what a clean stop left is right until then, however often the log is opened
 * @param flushExecutor writes full buffers; null for a thread of the log's own, {@code Runnable::run} for the appending
 *     thread itself
 * @param instanceIds source of random instance IDs
 */
public record SegmentLogOptions(
        long capacityBytes,
        int segmentBytes,
        int writeBufferBytes,
        int writeBuffers,
        int maxRecordBytes,
        int readBuffers,
        DirectIo directIo,
        boolean forceBeforeReuse,
        boolean openOnFirstWrite,
        @Nullable Executor flushExecutor,
        LongSupplier instanceIds) {

    /** Most slots a log has: a slot fits into 16 bits. */
    public static final int MAX_SEGMENTS = 65_536;
    /** Fewest slots: one active, one kept for reclaim, one to reclaim and one to spare. */
    public static final int MIN_SEGMENTS = 4;
    /** Largest segment: an offset in 16-byte units fits into 24 bits. */
    public static final int MAX_SEGMENT_BYTES = 256 << 20;

    private static final int MAX_WRITE_BUFFER_BYTES = 16 << 20;
    private static final int MAX_WRITE_BUFFERS = 16_384;
    private static final int MAX_READ_BUFFERS = 65_536;

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
                DirectIo.AUTO,
                false,
                false,
                null,
                random::nextLong);
    }

    /** Returns these with another capacity. */
    public SegmentLogOptions withCapacityBytes(long bytes) {
        return with(builder -> builder.capacityBytes = bytes);
    }

    /** Returns these with another segment size and, since it depends on it, another longest record. */
    public SegmentLogOptions withSegments(int bytes, int longestRecordBytes) {
        return with(builder -> {
            builder.segmentBytes = bytes;
            builder.maxRecordBytes = longestRecordBytes;
        });
    }

    /** Returns these with other write buffers. */
    public SegmentLogOptions withWriteBuffers(int bytes, int count) {
        return with(builder -> {
            builder.writeBufferBytes = bytes;
            builder.writeBuffers = count;
        });
    }

    /** Returns these with another bound on reads at once. */
    public SegmentLogOptions withReadBuffers(int count) {
        return with(builder -> builder.readBuffers = count);
    }

    /** Returns these with another way of file I/O. */
    public SegmentLogOptions withDirectIo(DirectIo choice) {
        return with(builder -> builder.directIo = choice);
    }

    /** Returns these with reclaim forcing its copies, or not. */
    public SegmentLogOptions withForceBeforeReuse(boolean force) {
        return with(builder -> builder.forceBeforeReuse = force);
    }

    /** Returns these with the manifest marked open at the first write, or when the log is opened. */
    public SegmentLogOptions withOpenOnFirstWrite(boolean later) {
        return with(builder -> builder.openOnFirstWrite = later);
    }

    /** Returns these with another executor of writes. */
    public SegmentLogOptions withFlushExecutor(@Nullable Executor executor) {
        return with(builder -> builder.flushExecutor = executor);
    }

    /** Returns these with another source of instance IDs. */
    public SegmentLogOptions withInstanceIds(LongSupplier source) {
        return with(builder -> builder.instanceIds = source);
    }

    private SegmentLogOptions with(Consumer<Builder> change) {
        Builder builder = new Builder(this);
        change.accept(builder);
        return builder.build();
    }

    /** Returns how many slots that makes. */
    public int segmentCount() {
        return Math.toIntExact(capacityBytes / segmentBytes);
    }

    /**
     * Checks every value.
     *
     * @return this
     * @throws IllegalArgumentException naming key, value and allowed range of the first that is wrong
     */
    public SegmentLogOptions validate() {
        Bounds.checkUnits(
                "write_buffer_size", writeBufferBytes, Device.PAGE_BYTES, MAX_WRITE_BUFFER_BYTES, Device.PAGE_BYTES);
        Bounds.check("write_buffers", writeBuffers, 2, MAX_WRITE_BUFFERS);
        Bounds.check("write_buffer_size * write_buffers", (long) writeBufferBytes * writeBuffers, 0, 1 << 30);
        Bounds.checkUnits("segment_size", segmentBytes, 4L * Device.PAGE_BYTES, MAX_SEGMENT_BYTES, writeBufferBytes);
        long longest = segmentBytes - 2L * Device.PAGE_BYTES;
        Bounds.check("max_record_size", maxRecordBytes, Device.PAGE_BYTES, longest);
        Bounds.check("read_buffers", readBuffers, 1, MAX_READ_BUFFERS);
        long smallest = (long) MIN_SEGMENTS * segmentBytes;
        Bounds.check("size", capacityBytes, smallest, ((long) MAX_SEGMENTS + 1) * segmentBytes - 1);
        return this;
    }

    /** The values of options, to be changed. */
    private static final class Builder {
        private long capacityBytes;
        private int segmentBytes;
        private int writeBufferBytes;
        private int writeBuffers;
        private int maxRecordBytes;
        private int readBuffers;
        private DirectIo directIo;
        private boolean forceBeforeReuse;
        private boolean openOnFirstWrite;
        private @Nullable Executor flushExecutor;
        private LongSupplier instanceIds;

        Builder(SegmentLogOptions from) {
            capacityBytes = from.capacityBytes;
            segmentBytes = from.segmentBytes;
            writeBufferBytes = from.writeBufferBytes;
            writeBuffers = from.writeBuffers;
            maxRecordBytes = from.maxRecordBytes;
            readBuffers = from.readBuffers;
            directIo = from.directIo;
            forceBeforeReuse = from.forceBeforeReuse;
            openOnFirstWrite = from.openOnFirstWrite;
            flushExecutor = from.flushExecutor;
            instanceIds = from.instanceIds;
        }

        SegmentLogOptions build() {
            return new SegmentLogOptions(
                    capacityBytes,
                    segmentBytes,
                    writeBufferBytes,
                    writeBuffers,
                    maxRecordBytes,
                    readBuffers,
                    directIo,
                    forceBeforeReuse,
                    openOnFirstWrite,
                    flushExecutor,
                    instanceIds);
        }
    }
}
