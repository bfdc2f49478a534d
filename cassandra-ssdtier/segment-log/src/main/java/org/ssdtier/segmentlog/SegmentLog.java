package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.device.StorageException;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.ManifestDescriptor;
import org.ssdtier.segmentlog.format.RecordDescriptor;
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
 * Bytes not yet on the device are copied from the write ring; otherwise one aligned read fetches the device page that
 * holds the record. The record must name its own location and both its checksums must be valid; if not, it is read once
 * more. Finally, the segment must not have been reclaimed meanwhile.
 *
 * <p><b>Guarantees.</b> A read returns only what was appended at that location. Records appended before a
 * {@link #force} that returned {@link IoStatus#OK} survive a crash. Nothing else is guaranteed. Device errors are
 * reported as statuses and counters.
 */
public final class SegmentLog implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(SegmentLog.class);
    private static final long CLOSE_TIMEOUT_SECONDS = 60;
    private static final int ERASE_BYTES = 1 << 20;

    private final Storage storage;
    private final SegmentLogOptions options;
    private final ManifestStore manifest;
    private final @Nullable ExecutorService ownExecutor;
    private final LogCounters counters;
    private final SegmentTable table;
    private final SequenceSource sequences;
    private final Recovery recovery;
    private final WriteRing ring;
    private final SegmentAppender appender;
    private final Reclaim reclaim;
    private final ReadPath reads;
    private final SegmentContents contents;
    private final ReaderPool readers;
    /** Executor of device reads; has threads only where reads are bounded and the kernel does not perform them. */
    private final ExecutorService readThreads;

    private final AtomicReference<@Nullable Thread> appending = new AtomicReference<>();
    private long failuresReportedByFlush;
    private long failuresReportedByForce;
    private boolean closed;

    private SegmentLog(
            Storage storage,
            SegmentLogOptions options,
            ManifestStore manifest,
            LogCounters counters,
            Recoverer.Result recovered) {
        this.storage = storage;
        this.options = options;
        this.manifest = manifest;
        this.counters = counters;
        this.table = recovered.table();
        this.sequences = recovered.sequences();
        this.recovery = recovered.recovery();
        Executor executor = options.flushExecutor();
        this.ownExecutor = executor == null ? newExecutor() : null;
        this.ring = new WriteRing(
                options.writeBufferBytes(),
                options.writeBuffers(),
                executor != null ? executor : Objects.requireNonNull(ownExecutor),
                counters);
        this.appender = new SegmentAppender(options, table, sequences, ring, counters);
        this.reclaim = new Reclaim(options, table, appender, ring, sequences::instanceId, counters);
        this.reads = new ReadPath(options.segmentBytes(), table, ring, counters);
        this.contents = new SegmentContents(options, counters);
        this.readThreads = Executors.newCachedThreadPool(task -> daemon(task, "segment-log-reader"));
        this.readers = new ReaderPool(options.readBuffers(), readThreads, options.readTimeoutNanos());
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
        return open(FileStorage.open(directory, options.directIo()), options);
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
            log.logOpening();
            return log;
        } catch (IOException | RuntimeException e) {
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
        enter();
        try {
            return appender.append(new SegmentAppender.Entry(generation, flags, keyHash, key, value), 1);
        } finally {
            exit();
        }
    }

    /**
     * Writes the buffered bytes, padded to a whole device page, and waits until they are written.
     *
     * @return whether all writes since the last call of this method succeeded
     */
    public IoStatus flush() {
        enter();
        try {
            appender.padActive();
            ring.flush();
            long failures = ring.failures();
            IoStatus status = failures == failuresReportedByFlush ? IoStatus.OK : IoStatus.IO_ERROR;
            failuresReportedByFlush = failures;
            return status;
        } finally {
            exit();
        }
    }

    /**
     * Makes everything appended so far durable.
     *
     * @return whether all writes and forces since the last call of this method succeeded; records appended before an
     *     error may be missing after a crash even if a later call returns {@link IoStatus#OK}
     */
    public IoStatus force() {
        enter();
        try {
            appender.padActive();
            return forceAndReport();
        } finally {
            exit();
        }
    }

    /**
     * Marks the manifest as open, durably, if that was deferred when the log was opened. A write to a segment does this
     * anyway; this method is for an owner whose other state has changed since the clean stop.
     */
    public IoStatus markOpen() {
        enter();
        try {
            sequences.ensureOpen();
            return IoStatus.OK;
        } catch (IOException e) {
            counters.writeErrors.increment();
            counters.failed("write of the manifest", e);
            return IoStatus.IO_ERROR;
        } finally {
            exit();
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
        enter();
        try {
            return reclaim.run(reclaimer);
        } finally {
            exit();
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
        enter();
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
            exit();
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
        enter();
        try {
            appender.seal();
            ring.flush();
            for (Segment segment : table.inUse()) {
                table.remove(segment);
                table.free(segment.slot);
            }
            return writeOpen(options.instanceIds().getAsLong(), ownerPayload);
        } finally {
            exit();
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
        enter();
        try {
            if (table.bySlot(slot) != null) {
                throw new IllegalStateException("slot=" + slot + ": holds a segment");
            }
            Device device = table.device(slot);
            ByteBuffer zeros = AlignedBuffers.allocate(Math.min(ERASE_BYTES, options.segmentBytes()));
            for (long at = 0; at < options.segmentBytes(); at += zeros.limit()) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), options.segmentBytes() - at));
                device.write(zeros, at);
                counters.deviceWrittenBytes.add(zeros.limit());
            }
            device.force();
            return IoStatus.OK;
        } catch (IOException e) {
            counters.writeErrors.increment();
            counters.failed("erasure of slot=" + slot, e);
            return IoStatus.IO_ERROR;
        } finally {
            exit();
        }
    }

    /**
     * Stores bytes of the owner in the manifest, durably.
     *
     * @param ownerPayload at most {@link ManifestDescriptor#MAX_PAYLOAD_BYTES} bytes
     */
    public IoStatus storePayload(ByteBuffer ownerPayload) {
        enter();
        try {
            return writeOpen(sequences.instanceId(), ownerPayload);
        } finally {
            exit();
        }
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
        enter();
        try {
            appender.padActive();
            ring.flush();
        } finally {
            exit();
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
        enter();
        try {
            sequences.ensureOpen();
            ResizeResult.Outcome outcome =
                    new Resize(storage, options, table, appender, ring, counters).to(target, dropped);
            IoStatus written = writeOpen(sequences.instanceId(), sequences.payload());
            return new ResizeResult(
                    table.slotCount(), written == IoStatus.OK ? outcome : ResizeResult.Outcome.IO_ERROR);
        } catch (IOException e) {
            counters.writeErrors.increment();
            return new ResizeResult(table.slotCount(), ResizeResult.Outcome.IO_ERROR);
        } finally {
            exit();
        }
    }

    /**
     * Seals, forces and marks the log as cleanly stopped, then closes it.
     *
     * @param ownerPayload bytes of the owner, stored in the manifest
     * @return whether all of that succeeded; if not, the next opening finds a crashed log
     */
    public IoStatus cleanClose(ByteBuffer ownerPayload) {
        enter();
        try {
            appender.seal();
            if (forceAndReport() == IoStatus.OK) {
                sequences.writeClean(table.slotCount(), copy(ownerPayload));
                return IoStatus.OK;
            }
        } catch (IOException e) {
            counters.writeErrors.increment();
        } finally {
            exit();
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
        enter();
        try {
            if (closed) {
                return;
            }
            closed = true;
            ring.flush();
            stopExecutor();
            readThreads.shutdown();
            for (int slot = 0; slot < table.slotCount(); slot++) {
                closeQuietly(table.device(slot));
            }
            closeQuietly(manifest);
            storage.close();
            logger.info("Closed segment log: {} {}", storage.describe(), stats());
        } finally {
            exit();
        }
    }

    // ---- any thread ----

    /** Returns a reader for this thread; waits while all are taken. The caller closes it before it acquires another. */
    public RecordReader acquireReader() {
        return readers.acquire();
    }

    /**
     * Returns a reader for this thread, or null if all are taken and none becomes free within a twentieth of a read's
     * bound. Returns null immediately if the reads of all of them are late. The caller closes it before it acquires
     * another.
     */
    public @Nullable RecordReader tryAcquireReader() {
        return readers.tryAcquire();
    }

    /** Returns whether a read was late and has not been seen to end. */
    public boolean hasLateReads() {
        return readers.hasLate();
    }

    /**
     * Frees the readers whose late reads have ended; returns the late reads that remain and the reads that ended in
     * time.
     */
    public LateReads lateReads() {
        return readers.lateReads();
    }

    /**
     * Reads the record of a location.
     *
     * @param location location returned by {@link #append}
     * @param lengthHintBytes length of the record or an upper bound; if it is at most 4096, or unknown (0), one page is
     *     read first
     * @param into reader that holds the record afterwards, if the result is {@link ReadStatus#OK}
     */
    public ReadStatus read(long location, int lengthHintBytes, RecordReader into) {
        return reads.read(location, lengthHintBytes, into);
    }

    /** Returns the slot of a location's segment, or -1 when the segment has been reclaimed. */
    public int slotOf(long location) {
        Segment segment = table.bySequence(Location.sequence(location));
        return segment == null ? -1 : segment.slot;
    }

    /** Returns the location of an offset in the segment that is now in a slot, or -1 when the slot is free. */
    public long locationOf(int slot, int offset) {
        Segment segment = table.bySlot(slot);
        return segment == null ? -1 : Location.of(segment.sequence, offset);
    }

    /**
     * Counts a record as garbage: nothing refers to it any more.
     *
     * @param location location of the record; ignored when its segment has been reclaimed
     * @param recordBytes length of the record, with its header and without padding
     */
    public void garbage(long location, int recordBytes) {
        Segment segment = table.bySequence(Location.sequence(location));
        if (segment != null) {
            segment.garbageBytes.addAndGet(RecordDescriptor.paddedBytes(recordBytes));
        }
    }

    /**
     * Sets, after an opening, the number of bytes of a slot's segment that are referred to; the rest becomes garbage.
     */
    public void setLiveBytes(int slot, long liveBytes) {
        Segment segment = table.bySlot(slot);
        if (segment != null) {
            segment.garbageBytes.set(Math.max(0, segment.tail - Device.PAGE_BYTES - liveBytes));
        }
    }

    /**
     * Lists the records of a sealed segment. They come from its footer, in the order they were appended. If the footer
     * is damaged, the records that can be found are listed in the order of their offsets.
     *
     * @return {@link IoStatus#IO_ERROR} when there is no sealed segment in the slot or the device failed; some records
     *     may have been visited nevertheless
     */
    public IoStatus forEachFooterEntry(int slot, FooterVisitor visitor) {
        Segment segment = table.bySlot(slot);
        if (segment == null || segment.state != SegmentState.SEALED) {
            return IoStatus.IO_ERROR;
        }
        return contents.forEachFooterEntry(segment, sequences.instanceId(), visitor);
    }

    /** Returns the result of the recovery when the log was opened. */
    public Recovery recovery() {
        return recovery;
    }

    /**
     * Returns the instance ID of the log, as in its manifest and its segments. Appending thread only, like
     * {@link #clear}.
     */
    public long instanceId() {
        return sequences.instanceId();
    }

    /** Returns the status of every slot. */
    public List<SegmentStatus> segments() {
        return table.statuses();
    }

    /** Returns the number of slots. */
    public int segmentCount() {
        return table.slotCount();
    }

    /** Returns the number of free slots: a single field read. */
    public int freeSegments() {
        return table.freeCount();
    }

    /** Returns the counters. */
    public LogStats stats() {
        return counters.snapshot(table, options.segmentBytes(), ring.ringBytes() + readers.boundBytes());
    }

    /** Returns the last failed operation and the error of the device; empty when none has failed. */
    public String lastFailure() {
        return counters.lastFailure();
    }

    /** Returns the storage, where the owner may keep devices of its own beside those of the log. */
    public Storage storage() {
        return storage;
    }

    // ---- private ----

    private void enter() {
        Thread self = Thread.currentThread();
        Thread other = appending.compareAndExchange(null, self);
        if (other != null) {
            throw new IllegalStateException("thread=" + self.getName() + ": thread=" + other.getName()
                    + " is appending; a log has one appending thread");
        }
    }

    private void exit() {
        appending.set(null);
    }

    private IoStatus forceAndReport() {
        ring.force();
        long failures = ring.failures();
        IoStatus status = failures == failuresReportedByForce ? IoStatus.OK : IoStatus.IO_ERROR;
        failuresReportedByForce = failures;
        return status;
    }

    private IoStatus writeOpen(long instanceId, ByteBuffer payload) {
        try {
            sequences.writeOpen(instanceId, table.slotCount(), copy(payload));
            return IoStatus.OK;
        } catch (IOException e) {
            counters.writeErrors.increment();
            counters.failed("write of the manifest", e);
            return IoStatus.IO_ERROR;
        }
    }

    private static ByteBuffer copy(ByteBuffer payload) {
        if (payload.remaining() > ManifestDescriptor.MAX_PAYLOAD_BYTES) {
            throw new IllegalArgumentException(
                    "payload bytes=" + payload.remaining() + ", allowed 0 to " + ManifestDescriptor.MAX_PAYLOAD_BYTES);
        }
        ByteBuffer copy = ByteBuffer.allocate(payload.remaining());
        return copy.put(0, payload, payload.position(), payload.remaining()).asReadOnlyBuffer();
    }

    private static ExecutorService newExecutor() {
        return Executors.newSingleThreadExecutor(task -> daemon(task, "segment-log-flusher"));
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private void stopExecutor() {
        if (ownExecutor == null) {
            return;
        }
        ownExecutor.shutdown();
        try {
            if (!ownExecutor.awaitTermination(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                logger.warn("{}: the flusher did not stop within {} s", storage.describe(), CLOSE_TIMEOUT_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    private void logOpening() {
        logger.info(
                "Opened segment log: {} state={} segments={} of {} bytes, sealed={} rescanned={} unreadable={}"
                        + " write_buffers={} of {} bytes, at most {} bytes off heap",
                storage.describe(),
                recovery.state(),
                table.slotCount(),
                options.segmentBytes(),
                recovery.segments(),
                recovery.rescanned(),
                recovery.unreadable(),
                options.writeBuffers(),
                options.writeBufferBytes(),
                stats().bufferBytes());
        if (recovery.orphans() > 0) {
            logger.warn(
                    "{}: found segments={} without a manifest; their contents are dropped",
                    storage.describe(),
                    recovery.orphans());
        }
        if (recovery.lostSegments() > 0) {
            logger.warn(
                    "{}: no space for {} of {} segments; opened without them",
                    storage.describe(),
                    recovery.lostSegments(),
                    options.segmentCount());
        }
    }
}
