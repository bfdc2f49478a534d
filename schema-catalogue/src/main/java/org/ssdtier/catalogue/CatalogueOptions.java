package org.ssdtier.catalogue;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.ssdtier.segmentlog.Bounds;
import org.ssdtier.segmentlog.SegmentLogOptions;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.FileOptions;
import org.ssdtier.segmentlog.device.NanoClock;
import org.ssdtier.segmentlog.device.Patience;

/**
 * The options of a catalogue. Start from {@link #ofOwner} and replace single values.
 *
 * @param owner the node that owns the catalogue; the catalogue of another node is recreated
 * @param files the size of its files
 * @param caps the limits of its definitions
 * @param idReserve number of IDs reserved in advance in the manifest: the most that can be assigned while the device
 *     hangs, and the most that a crash can waste
 * @param queue the limits of the definitions that wait for the log
 * @param io the access to the device
 * @param sources the sources of time and of random numbers
 * @param isFollowed whether a background thread writes pending definitions to the log; otherwise only
 *     {@link SchemaCatalogue#sync} does
 */
public record CatalogueOptions(
        UUID owner, Files files, Caps caps, int idReserve, Queue queue, Io io, Sources sources, boolean isFollowed) {

    /**
     * The size of a catalogue's files.
     *
     * @param capacityBytes maximum size of all files, which start with four segments and grow
     * @param segmentBytes size of a segment; that of an existing catalogue stays as it is
     */
    public record Files(long capacityBytes, int segmentBytes) {}

    /**
     * The limits of definitions.
     *
     * @param maxDefinitions maximum number of definitions, each 44 bytes of memory
     * @param maxDefinitionsPerTable maximum number of definitions first written for one table
     * @param maxDefinitionBytes maximum length of a definition
     */
    public record Caps(int maxDefinitions, int maxDefinitionsPerTable, int maxDefinitionBytes) {}

    /**
     * The limits of the definitions that wait for the log. Further ones are only in their SSTables.
     *
     * @param maxPendingDefinitions maximum number of waiting definitions
     * @param maxPendingBytes maximum heap of the waiting definitions
     */
    public record Queue(int maxPendingDefinitions, long maxPendingBytes) {}

    /**
     * The access to the device.
     *
     * @param files use of the files
     * @param readTimeoutNanos longest time that a read waits for the device; 0 means no limit
     */
    public record Io(FileOptions files, long readTimeoutNanos) {}

    /**
     * The sources of time and of random numbers.
     *
     * @param instanceIds source of random instance IDs
     * @param nanoClock a monotonic clock in nanoseconds
     */
    public record Sources(LongSupplier instanceIds, LongSupplier nanoClock) {}

    /** Maximum number of definitions. */
    public static final int MAX_DEFINITIONS = 100_000_000;

    /** Minimum number of segments: a checkpoint is written beside the existing segments. */
    public static final int MIN_SEGMENTS = 8;

    static final int WRITE_BUFFER_BYTES = 16 << 10;

    private static final int WRITE_BUFFERS = 16;
    static final int READ_BUFFERS = 64;
    private static final int RECORD_OVERHEAD_BYTES = 128;

    /** Returns the defaults: 1 GiB, segments of 4 MiB, a million definitions of up to 64 KiB, 100,000 per table. */
    public static CatalogueOptions ofOwner(UUID owner) {
        SecureRandom random = new SecureRandom();
        return new CatalogueOptions(
                owner,
                new Files(1L << 30, 4 << 20),
                new Caps(1_000_000, 100_000, 64 << 10),
                65_536,
                new Queue(65_536, 32L << 20),
                new Io(FileOptions.of(DirectIo.AUTO), Patience.LONGEST_NANOS),
                new Sources(random::nextLong, NanoClock.SYSTEM),
                true);
    }

    /** Returns these options with another capacity and segment size. */
    public CatalogueOptions withCapacity(long bytes, int newSegmentBytes) {
        Files others = new Files(bytes, newSegmentBytes);
        return new CatalogueOptions(owner, others, caps, idReserve, queue, io, sources, isFollowed);
    }

    /** Returns these options with other caps. */
    public CatalogueOptions withCaps(int definitions, int definitionsPerTable, int definitionBytes) {
        Caps others = new Caps(definitions, definitionsPerTable, definitionBytes);
        return new CatalogueOptions(owner, files, others, idReserve, queue, io, sources, isFollowed);
    }

    /** Returns these options with another number of IDs reserved ahead. */
    public CatalogueOptions withIdReserve(int ids) {
        return new CatalogueOptions(owner, files, caps, ids, queue, io, sources, isFollowed);
    }

    /** Returns these options with other bounds on the definitions that wait for the log. */
    public CatalogueOptions withPending(int definitions, long bytes) {
        Queue other = new Queue(definitions, bytes);
        return new CatalogueOptions(owner, files, caps, idReserve, other, io, sources, isFollowed);
    }

    /** Returns these options with or without a background thread that writes pending definitions to the log. */
    public CatalogueOptions withFollower(boolean isThere) {
        return new CatalogueOptions(owner, files, caps, idReserve, queue, io, sources, isThere);
    }

    /** Returns these options with another choice of direct I/O. */
    public CatalogueOptions withDirectIo(DirectIo choice) {
        return withFiles(io.files.withDirectIo(choice));
    }

    /** Returns these options with another use of the files. */
    public CatalogueOptions withFiles(FileOptions use) {
        Io other = new Io(use, io.readTimeoutNanos);
        return new CatalogueOptions(owner, files, caps, idReserve, queue, other, sources, isFollowed);
    }

    /** Returns these options with another limit on the time that a read waits, in nanoseconds; 0 means none. */
    public CatalogueOptions withReadTimeout(long nanos) {
        Io other = new Io(io.files, nanos);
        return new CatalogueOptions(owner, files, caps, idReserve, queue, other, sources, isFollowed);
    }

    /** Returns these options with another source of instance IDs. */
    public CatalogueOptions withInstanceIds(LongSupplier source) {
        Sources others = new Sources(source, sources.nanoClock);
        return new CatalogueOptions(owner, files, caps, idReserve, queue, io, others, isFollowed);
    }

    /**
     * Checks every value.
     *
     * @return this
     * @throws IllegalArgumentException naming key, value and allowed range of the first invalid option
     */
    public CatalogueOptions validate() {
        Bounds.checkUnits(
                "segment_size",
                files.segmentBytes,
                2L * WRITE_BUFFER_BYTES,
                SegmentLogOptions.MAX_SEGMENT_BYTES,
                WRITE_BUFFER_BYTES);
        long most = (long) SegmentLogOptions.MAX_SEGMENTS * files.segmentBytes;
        Bounds.check("size", files.capacityBytes, (long) MIN_SEGMENTS * files.segmentBytes, most);
        Bounds.check("max_definitions", caps.maxDefinitions, 1, MAX_DEFINITIONS);
        Bounds.check("max_definitions_per_table", caps.maxDefinitionsPerTable, 1, MAX_DEFINITIONS);
        long longest = Math.min(
                DefinitionDescriptor.MAX_BYTES, longestRecordBytes(files.segmentBytes) - RECORD_OVERHEAD_BYTES);
        Bounds.check("max_definition_size", caps.maxDefinitionBytes, 1, longest);
        Bounds.check("id_reserve", idReserve, 2, 1 << 24);
        Bounds.check("max_pending_definitions", queue.maxPendingDefinitions, 1, MAX_DEFINITIONS);
        Bounds.check("max_pending_size", queue.maxPendingBytes, 1, Long.MAX_VALUE >> 1);
        return this;
    }

    /**
     * Returns the options of the underlying segment log.
     *
     * @param existingSegmentBytes size of the existing segments; 0 if there are none
     * @param existingSegments number of existing segments
     */
    SegmentLogOptions logOptions(int existingSegmentBytes, int existingSegments) {
        int bytes = existingSegmentBytes > 0 ? existingSegmentBytes : files.segmentBytes;
        long segments = Math.max(SegmentLogOptions.MIN_SEGMENTS, existingSegments);
        return SegmentLogOptions.ofCapacity(segments * bytes)
                .withSegments(bytes, longestRecordBytes(bytes))
                .withWriteBuffers(WRITE_BUFFER_BYTES, WRITE_BUFFERS)
                .withReadBuffers(READ_BUFFERS)
                .withReadTimeout(io.readTimeoutNanos)
                .withFiles(io.files)
                .withForceBeforeReuse(true)
                .withFlushExecutor(Runnable::run)
                .withInstanceIds(sources.instanceIds);
    }

    private static int longestRecordBytes(int newSegmentBytes) {
        return Math.min(newSegmentBytes - 2 * Device.PAGE_BYTES, DefinitionDescriptor.MAX_BYTES + Device.PAGE_BYTES);
    }
}
