package org.ssdtier.catalogue;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.ssdtier.segmentlog.Bounds;
import org.ssdtier.segmentlog.SegmentLogOptions;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.Patience;

/**
 * The limits of a catalogue. Start from {@link #ofOwner} and change what differs.
 *
 * @param owner the node that owns the catalogue; the catalogue of another node is recreated
 * @param capacityBytes maximum size of its files, which start with four segments and grow
 * @param segmentBytes size of a segment; that of an existing catalogue stays as it is
 * @param maxDefinitions maximum number of definitions, each 44 bytes of memory
 * @param maxDefinitionsPerTable maximum number of definitions first written for one table
 * @param maxDefinitionBytes maximum length of a definition
 * @param idReserve number of IDs reserved ahead in the manifest: so many can be assigned while the device hangs, and so
 *     many are lost in a crash
 * @param maxPendingDefinitions maximum number of definitions that wait for the log; further ones are only in their
 *     SSTables
 * @param maxPendingBytes maximum heap of the waiting definitions
 * @param directIo whether the files bypass the page cache
 * @param readTimeoutNanos how long a read waits for the device; 0 means no limit
 * @param instanceIds source of random instance IDs
 * @param isFollowed whether a background thread writes pending definitions to the log; otherwise only
 *     {@link SchemaCatalogue#sync} does
 * @param nanoClock a monotonic clock in nanoseconds
 */
public record CatalogueOptions(
        UUID owner,
        long capacityBytes,
        int segmentBytes,
        int maxDefinitions,
        int maxDefinitionsPerTable,
        int maxDefinitionBytes,
        int idReserve,
        int maxPendingDefinitions,
        long maxPendingBytes,
        DirectIo directIo,
        long readTimeoutNanos,
        LongSupplier instanceIds,
        boolean isFollowed,
        LongSupplier nanoClock) {

    /** Maximum number of definitions. */
    public static final int MAX_DEFINITIONS = 100_000_000;

    /** Minimum number of segments: a checkpoint is written beside the existing segments. */
    public static final int MIN_SEGMENTS = 8;

    static final int WRITE_BUFFER_BYTES = 16 << 10;

    private static final int WRITE_BUFFERS = 16;
    private static final int READ_BUFFERS = 64;
    private static final int RECORD_OVERHEAD_BYTES = 128;

    /** Returns the defaults: 1 GiB, segments of 4 MiB, a million definitions of up to 64 KiB, 100,000 per table. */
    public static CatalogueOptions ofOwner(UUID owner) {
        SecureRandom random = new SecureRandom();
        return new CatalogueOptions(
                owner,
                1L << 30,
                4 << 20,
                1_000_000,
                100_000,
                64 << 10,
                65_536,
                65_536,
                32L << 20,
                DirectIo.AUTO,
                Patience.LONGEST_NANOS,
                random::nextLong,
                true,
                System::nanoTime);
    }

    /** Returns these options with another capacity and segment size. */
    public CatalogueOptions withCapacity(long bytes, int newSegmentBytes) {
        return with(builder -> {
            builder.capacityBytes = bytes;
            builder.segmentBytes = newSegmentBytes;
        });
    }

    /** Returns these options with other caps. */
    public CatalogueOptions withCaps(int definitions, int definitionsPerTable, int definitionBytes) {
        return with(builder -> {
            builder.maxDefinitions = definitions;
            builder.maxDefinitionsPerTable = definitionsPerTable;
            builder.maxDefinitionBytes = definitionBytes;
        });
    }

    /** Returns these options with another number of IDs reserved ahead. */
    public CatalogueOptions withIdReserve(int ids) {
        return with(builder -> builder.idReserve = ids);
    }

    /** Returns these options with other bounds on the definitions that wait for the log. */
    public CatalogueOptions withPending(int definitions, long bytes) {
        return with(builder -> {
            builder.maxPendingDefinitions = definitions;
            builder.maxPendingBytes = bytes;
        });
    }

    /** Returns these options with or without a background thread that writes pending definitions to the log. */
    public CatalogueOptions withFollower(boolean isThere) {
        return with(builder -> builder.isFollowed = isThere);
    }

    /** Returns these options with another way of file I/O. */
    public CatalogueOptions withDirectIo(DirectIo choice) {
        return with(builder -> builder.directIo = choice);
    }

    /**
     * Returns these options with another bound on how long a read waits for the device, in nanoseconds; 0 means none.
     */
    public CatalogueOptions withReadTimeout(long nanos) {
        return with(builder -> builder.readTimeoutNanos = nanos);
    }

    /** Returns these options with another source of instance IDs. */
    public CatalogueOptions withInstanceIds(LongSupplier source) {
        return with(builder -> builder.instanceIds = source);
    }

    private CatalogueOptions with(Consumer<Builder> change) {
        Builder builder = new Builder(this);
        change.accept(builder);
        return builder.build();
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
                segmentBytes,
                2L * WRITE_BUFFER_BYTES,
                SegmentLogOptions.MAX_SEGMENT_BYTES,
                WRITE_BUFFER_BYTES);
        long most = (long) SegmentLogOptions.MAX_SEGMENTS * segmentBytes;
        Bounds.check("size", capacityBytes, (long) MIN_SEGMENTS * segmentBytes, most);
        Bounds.check("max_definitions", maxDefinitions, 1, MAX_DEFINITIONS);
        Bounds.check("max_definitions_per_table", maxDefinitionsPerTable, 1, MAX_DEFINITIONS);
        long longest =
                Math.min(DefinitionDescriptor.MAX_BYTES, longestRecordBytes(segmentBytes) - RECORD_OVERHEAD_BYTES);
        Bounds.check("max_definition_size", maxDefinitionBytes, 1, longest);
        Bounds.check("id_reserve", idReserve, 2, 1 << 24);
        Bounds.check("max_pending_definitions", maxPendingDefinitions, 1, MAX_DEFINITIONS);
        Bounds.check("max_pending_size", maxPendingBytes, 1, Long.MAX_VALUE >> 1);
        return this;
    }

    /**
     * Returns the options of the underlying segment log.
     *
     * @param existingSegmentBytes size of the existing segments; 0 if there are none
     * @param existingSegments number of existing segments
     */
    SegmentLogOptions logOptions(int existingSegmentBytes, int existingSegments) {
        int bytes = existingSegmentBytes > 0 ? existingSegmentBytes : segmentBytes;
        long segments = Math.max(SegmentLogOptions.MIN_SEGMENTS, existingSegments);
        return SegmentLogOptions.ofCapacity(segments * bytes)
                .withSegments(bytes, longestRecordBytes(bytes))
                .withWriteBuffers(WRITE_BUFFER_BYTES, WRITE_BUFFERS)
                .withReadBuffers(READ_BUFFERS)
                .withReadTimeout(readTimeoutNanos)
                .withDirectIo(directIo)
                .withForceBeforeReuse(true)
                .withFlushExecutor(Runnable::run)
                .withInstanceIds(instanceIds);
    }

    private static int longestRecordBytes(int newSegmentBytes) {
        return Math.min(newSegmentBytes - 2 * Device.PAGE_BYTES, DefinitionDescriptor.MAX_BYTES + Device.PAGE_BYTES);
    }

    /** A mutable copy of the options. */
    private static final class Builder {
        private final UUID owner;
        private long capacityBytes;
        private int segmentBytes;
        private int maxDefinitions;
        private int maxDefinitionsPerTable;
        private int maxDefinitionBytes;
        private int idReserve;
        private int maxPendingDefinitions;
        private long maxPendingBytes;
        private DirectIo directIo;
        private long readTimeoutNanos;
        private LongSupplier instanceIds;
        private boolean isFollowed;
        private final LongSupplier nanoClock;

        Builder(CatalogueOptions from) {
            owner = from.owner;
            capacityBytes = from.capacityBytes;
            segmentBytes = from.segmentBytes;
            maxDefinitions = from.maxDefinitions;
            maxDefinitionsPerTable = from.maxDefinitionsPerTable;
            maxDefinitionBytes = from.maxDefinitionBytes;
            idReserve = from.idReserve;
            maxPendingDefinitions = from.maxPendingDefinitions;
            maxPendingBytes = from.maxPendingBytes;
            directIo = from.directIo;
            readTimeoutNanos = from.readTimeoutNanos;
            instanceIds = from.instanceIds;
            isFollowed = from.isFollowed;
            nanoClock = from.nanoClock;
        }

        CatalogueOptions build() {
            return new CatalogueOptions(
                    owner,
                    capacityBytes,
                    segmentBytes,
                    maxDefinitions,
                    maxDefinitionsPerTable,
                    maxDefinitionBytes,
                    idReserve,
                    maxPendingDefinitions,
                    maxPendingBytes,
                    directIo,
                    readTimeoutNanos,
                    instanceIds,
                    isFollowed,
                    nanoClock);
        }
    }
}
