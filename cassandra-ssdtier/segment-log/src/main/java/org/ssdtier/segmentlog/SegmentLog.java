package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.device.DirectoryKind;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.device.StorageException;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.ManifestDescriptor;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;

/**
 * A log of records on an SSD: equal, preallocated segments, each written once from start to end and reclaimed as a
 * whole.
 *
 * <p><b>Threads.</b> {@link #append}, {@link #flush}, {@link #force}, {@link #markOpen}, {@link #forEachRecord},
 * {@link #reclaim}, {@link #drop}, {@link #resize}, {@link #clear}, {@link #erase}, {@link #storePayload} and the two
 * close methods are for the appending thread: one thread at a time, which is checked. Everything else may be called
 * from any thread at any time, unless its description says otherwise. {@link #read} takes no lock, allocates nothing
 * and copies a record at most once.
 *
 * <p><b>Life of a read.</b> The sequence number in the location selects the segment; a reclaimed segment is not found.
 * Bytes not yet on the device are copied from the write ring; otherwise one aligned read fetches the device pages that
 * hold the record, mostly one. The record must name its own location and both its checksums must be valid; if not, it is read once
 * more. Finally, the segment must not have been reclaimed meanwhile.
 *
 * <p><b>Guarantees.</b> A read returns only what was appended at that location. Records appended before a
 * {@link #force} that returned {@link IoStatus#OK} survive a crash. Nothing else is guaranteed. Device errors are
 * reported as statuses and counters.
 */
public final class SegmentLog extends ReadableLog implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(SegmentLog.class);

    private final ManifestStore manifest;
    private final ManifestWriter manifestWriter;
    private final SegmentAppender appender;
    private final Reclaim reclaim;
    private final AppendingThread appending = new AppendingThread();
    private final FailureReport failuresAtFlush = new FailureReport();
    private final FailureReport failuresAtForce = new FailureReport();
    private boolean closed;

    private SegmentLog(
            Storage storage,
            SegmentLogOptions options,
            ManifestStore manifest,
            LogCounters counters,
            Recoverer.Result recovered) {
        super(storage, options, counters, recovered);
        this.manifest = manifest;
        this.manifestWriter = new ManifestWriter(sequences, table, counters);
        this.appender = new SegmentAppender(options, table, sequences, ring, counters);
        this.reclaim = new Reclaim(options, table, appender, ring, counters);
    }

    /**
     * Opens the log in a directory, or creates a new one there.
     *
     * @param directory directory of the log; locked while the log is open
     * @param options options of the log; validated first
     * @return the log; the caller closes it
     * @throws IllegalArgumentException when an option is out of range
     * @throws StorageException when the directory cannot be used, or has no room for the smallest log
     * @throws FormatException when its manifest is damaged, too old or too new; {@link #format} deletes the log
     * @throws GeometryException when it was written with another segment size; {@link #format} deletes the log
     * @throws IOException when the device fails
     */
    public static SegmentLog open(Path directory, SegmentLogOptions options) throws IOException {
        options.validate();
        return open(FileStorage.open(directory, options.files(), DirectoryKind.LOG), options);
    }

    /**
     * Opens the log in a storage, or creates a new one there, as {@link #open(Path, SegmentLogOptions)} does.
     *
     * @param storage storage of the log; closed by the log, also when this method fails
     */
    public static SegmentLog open(Storage storage, SegmentLogOptions options) throws IOException {
        ManifestStore manifest = null;
        try {
            options.validate();
            manifest = ManifestStore.open(storage);
            LogCounters counters = new LogCounters();
            Recoverer.Result recovered = Recoverer.open(storage, manifest, options, counters);
            SegmentLog log = new SegmentLog(storage, options, manifest, counters, recovered);
            OpeningMessages.log(logger, log);
            return log;
        } catch (IOException
                | RuntimeException
                | AssertionError
                | OutOfMemoryError e) { // the last one outside the heap
            closeQuietly(manifest);
            storage.close();
            throw e;
        }
    }

    /**
     * Deletes the log in a storage; other files stay.
     *
     * @param storage storage of the log; stays open
     * @throws IOException when a file cannot be deleted
     */
    public static void format(Storage storage) throws IOException {
        storage.delete(ManifestStore.NAME);
        for (String name : storage.names()) {
            if (SegmentHeaderDescriptor.isFileName(name)) {
                storage.delete(name);
            }
        }
        storage.force();
    }

    // ---- appending thread ----

    /**
     * Appends a record. It can be read from its location immediately.
     *
     * @param generation generation chosen by the owner; returned with the record
     * @param flags 16 bits of the owner; returned with the record
     * @param keyHash hash under which the footer lists the record
     * @param key key from position to limit, at most 65,535 bytes; position and limit stay unchanged
     * @param value value from position to limit; position and limit stay unchanged
     * @return the location, or a negative number that {@link AppendStatus#of} decodes
     */
    public long append(int generation, int flags, long keyHash, ByteBuffer key, ByteBuffer value) {
        appending.enter();
        try {
            return appender.append(new SegmentAppender.Entry(generation, flags, keyHash, key, value), 1);
        } finally {
            appending.exit();
        }
    }

    /**
     * Writes the buffered bytes, padded to a whole device page, and waits until they are written.
     *
     * @return whether all writes since the last call of this method succeeded
     */
    public IoStatus flush() {
        appending.enter();
        try {
            appender.padActive();
            ring.flush();
            return failuresAtFlush.since(ring.failures());
        } finally {
            appending.exit();
        }
    }

    /**
     * Makes everything appended so far durable.
     *
     * @return whether all writes and forces since the last call of this method succeeded; records appended before an
     *     error may be missing after a crash even if a later call returns {@link IoStatus#OK}
     */
    public IoStatus force() {
        appending.enter();
        try {
            appender.padActive();
            return forceAndReport();
        } finally {
            appending.exit();
        }
    }

    /**
     * Marks the manifest as open, durably, if that was deferred when the log was opened. A write to a segment does this
     * anyway; this method is for an owner whose other state has changed since the clean stop.
     */
    public IoStatus markOpen() {
        appending.enter();
        try {
            return manifestWriter.markOpen();
        } finally {
            appending.exit();
        }
    }

    /** Returns whether the manifest is marked open, so that the next opening detects a crash. Appending thread only. */
    public boolean isMarkedOpen() {
        return sequences.isOpen();
    }

    /**
     * Returns whether {@link #reclaim} should be called before the next append. Any thread. One reclaim per append is
     * enough; a loop on this method does not end while the owner keeps every record.
     */
    public boolean needsReclaim() {
        return table.freeCount() <= 2;
    }

    /**
     * Frees the sealed segment that costs least: its garbage is free, records to copy are dear, and records to drop are
     * the cheaper the older they are.
     *
     * @param reclaimer callback that decides which records are copied
     */
    public ReclaimResult reclaim(Reclaimer reclaimer) {
        appending.enter();
        try {
            return reclaim.run(reclaimer);
        } finally {
            appending.exit();
        }
    }

    /**
     * Frees the segment in a slot with all its records, without reading them. The caller ensures that nothing refers to
     * the records any more and that whatever replaces them is durable. As after a reclaim, the records may reappear
     * after a crash.
     *
     * @param slot slot of the segment; an active segment is sealed first
     * @return whether there was a segment
     */
    public boolean drop(int slot) {
        appending.enter();
        try {
            Segment segment = table.bySlot(slot);
            if (segment == null) {
                return false;
            }
            if (segment.state == SegmentState.ACTIVE) {
                appender.seal();
            }
            reclaim.drop(segment);
            return true;
        } finally {
            appending.exit();
        }
    }

    /**
     * Drops all records by means of a new instance ID, which makes every segment written so far invalid.
     *
     * @param ownerPayload bytes of the owner, stored in the manifest
     * @return whether the manifest could be written; if not, the records cannot be found either, but they may reappear
     *     after a crash
     */
    public IoStatus clear(ByteBuffer ownerPayload) {
        appending.enter();
        try {
            appender.seal();
            ring.flush();
            table.freeAll();
            return manifestWriter.writeOpen(options.sources().instanceIds().getAsLong(), ownerPayload);
        } finally {
            appending.exit();
        }
    }

    /**
     * Overwrites an empty slot with zeros, durably. Called for each slot after {@link #clear}, it leaves no byte of a
     * record in the log's files.
     *
     * @return {@link IoStatus#IO_ERROR} when the device failed
     * @throws IllegalStateException when the slot holds a segment
     */
    public IoStatus erase(int slot) {
        appending.enter();
        try {
            if (table.bySlot(slot) != null) {
                throw new IllegalStateException("slot=" + slot + ": holds a segment");
            }
            return new SlotErasure(options, counters).erase(slot, table.device(slot));
        } finally {
            appending.exit();
        }
    }

    /**
     * Stores bytes of the owner in the manifest, durably.
     *
     * @param ownerPayload at most {@link ManifestDescriptor#MAX_PAYLOAD_BYTES} bytes
     */
    public IoStatus storePayload(ByteBuffer ownerPayload) {
        appending.enter();
        try {
            return manifestWriter.writeOpen(sequences.instanceId(), ownerPayload);
        } finally {
            appending.exit();
        }
    }

    /**
     * Returns the instance ID of the log, as in its manifest and its segments. Appending thread only, like
     * {@link #clear}.
     */
    public long instanceId() {
        return sequences.instanceId();
    }

    /**
     * Reads the records of a segment, sealed or active, in the order they were appended. The visitor may append;
     * records it appends to this segment may or may not be visited. Records whose write failed are not visited.
     *
     * @param slot slot of the segment
     * @return {@link IoStatus#IO_ERROR} when there is no segment in the slot or the device failed; some records may
     *     have been visited nevertheless
     */
    public IoStatus forEachRecord(int slot, RecordVisitor visitor) {
        Segment segment = table.bySlot(slot);
        if (segment == null) {
            return IoStatus.IO_ERROR;
        }
        appending.enter();
        try {
            appender.padActive();
            ring.flush();
        } finally {
            appending.exit();
        }
        return contents.forEachRecord(segment, visitor);
    }

    /**
     * Grows or shrinks the log by whole segments. Growing stops when the device is full. Shrinking drops the last slots
     * with all records in them.
     *
     * @param capacityBytes requested size
     * @param dropped callback that receives each slot before its records are dropped, to drop references to them; a
     *     slot that remains may be among them, since reclaim needs a free slot
     * @throws IllegalArgumentException when the size is out of range
     */
    public ResizeResult resize(long capacityBytes, IntConsumer dropped) {
        int target = options.withCapacityBytes(capacityBytes).validate().segmentCount();
        appending.enter();
        try {
            sequences.ensureOpen();
            ResizeResult.Outcome outcome =
                    new Resize(storage, options, table, appender, ring, counters).to(target, dropped);
            IoStatus written = manifestWriter.writeOpen(sequences.instanceId(), sequences.payload());
            return new ResizeResult(
                    table.slotCount(), written == IoStatus.OK ? outcome : ResizeResult.Outcome.IO_ERROR);
        } catch (IOException e) {
            counters.writeErrors.increment();
            return new ResizeResult(table.slotCount(), ResizeResult.Outcome.IO_ERROR);
        } finally {
            appending.exit();
        }
    }

    /**
     * Seals, forces and marks the log as cleanly stopped, then closes it.
     *
     * @param ownerPayload bytes of the owner, stored in the manifest
     * @return whether all of that succeeded; if not, the next opening finds a crashed log
     */
    public IoStatus cleanClose(ByteBuffer ownerPayload) {
        appending.enter();
        try {
            appender.seal();
            if (forceAndReport() == IoStatus.OK) {
                manifestWriter.writeClean(ownerPayload);
                return IoStatus.OK;
            }
        } catch (IOException e) {
            counters.writeErrors.increment();
        } finally {
            appending.exit();
            close();
        }
        return IoStatus.IO_ERROR;
    }

    /**
     * Writes the buffered bytes and closes everything. The manifest is left as it is: if it is marked open, the next
     * opening finds a crashed log. Idempotent.
     */
    @Override
    public void close() {
        appending.enter();
        try {
            if (closed) {
                return;
            }
            closed = true;
            ring.flush();
            threads.stop(storage.describe());
            for (int slot = 0; slot < table.slotCount(); slot++) {
                closeQuietly(table.device(slot));
            }
            closeQuietly(manifest);
            storage.close();
            LogStats last = stats();
            logger.info(
                    "Closed segment log: {} segments={} free={} appends={} bytes written={} reads={} read errors={}"
                            + " write errors={}",
                    storage.describe(),
                    last.segments(),
                    last.freeSegments(),
                    last.writes().appends(),
                    last.writes().bytesWritten(),
                    last.reads().reads(),
                    last.failures().readErrors(),
                    last.failures().writeErrors());
        } finally {
            appending.exit();
        }
    }

    private IoStatus forceAndReport() {
        ring.force();
        return failuresAtForce.since(ring.failures());
    }

    private static void closeQuietly(@Nullable AutoCloseable resource) {
        try {
            if (resource != null) {
                resource.close();
            }
        } catch (Exception e) {
            logger.debug("closing failed", e);
        }
    }
}
