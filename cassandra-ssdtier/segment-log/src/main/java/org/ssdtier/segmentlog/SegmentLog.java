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

/**
 * A log of records on an SSD: equal, preallocated segments, each written once from start to end and reclaimed whole.
 *
 * <p><b>Threads.</b> {@link #append}, {@link #flush}, {@link #force}, {@link #forEachRecord}, {@link #reclaim}, {@link #drop},
 * {@link #resize}, {@link #clear} and the closing are the appending thread's: one at a time, which is checked. Everything else may be called from any thread
 * at any time; {@link #read} takes no lock, allocates nothing and copies a record at most once.
 *
 * <p><b>Life of a read.</b> The sequence number in the location finds the segment; a reclaimed one is not found. What is
 * not yet on the device is copied from the write ring, else one aligned read brings in the device page that holds the
 * record. The record must name its own location and both its checksums must be right; if not it is read once more.
 * Last, the segment must not have been reclaimed meanwhile.
 *
 * <p><b>Promises.</b> A read never returns anything but what was appended at that location. What was appended before a
 * {@link #force} that answered {@link IoStatus#OK} is there after a crash. Nothing else is promised; device errors are
 * statuses and counters.
 */
public final class SegmentLog implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(SegmentLog.class);
    private static final int PAGE_BYTES = Device.PAGE_BYTES;
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
    /** Has threads only where reads are bounded and the kernel does not make them. */
    private final ExecutorService readThreads;

    private final AtomicReference<@Nullable Thread> appending = new AtomicReference<>();
    private long failuresToldByFlush;
    private long failuresToldByForce;
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
     * Opens the log in a directory, or makes a new one there.
     *
     * @param directory locked while the log is open
     * @param options checked first
     * @return the log; the caller closes it
     * @throws IllegalArgumentException when an option is out of range
     * @throws StorageException when the directory cannot be used, or has no room for the smallest log
     * @throws FormatException when its manifest is damaged, too old or too new; {@link #format} starts anew
     * @throws GeometryException when it was written with another segment size; {@link #format} starts anew
     * @throws IOException when the device fails
     */
    public static SegmentLog open(Path directory, SegmentLogOptions options) throws IOException {
        options.validate();
        return open(FileStorage.open(directory, options.directIo()), options);
    }

    /**
     * Opens the log in a storage, or makes a new one there. As {@link #open(Path, SegmentLogOptions)}.
     *
     * @param storage closed by the log, also when this fails
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
     * Deletes the log in a storage; what else is there stays.
     *
     * @param storage stays open
     * @throws IOException when a file cannot be deleted
     */
    public static void format(Storage storage) throws IOException {
        storage.delete(ManifestStore.NAME);
        for (String name : storage.names()) {
            if (name.matches("segment-\\d{5}")) {
                storage.delete(name);
            }
        }
        storage.force();
    }

    // ---- the appending thread's ----

    /**
     * Appends a record. It can be read from its location at once.
     *
     * @param generation the owner's; returned with the record
     * @param flags the owner's 16 bits; returned with the record
     * @param keyHash the hash the footer lists it under
     * @param key at most 65,535 bytes from position to limit; left as it is
     * @param value from position to limit; left as it is
     * @return the location, or a negative number that {@link AppendStatus#of} explains
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
     * Writes what is still buffered, padded to a whole device page, and waits for it.
     *
     * @return whether all writes since the last answer of this method went well
     */
    public IoStatus flush() {
        enter();
        try {
            appender.padActive();
            ring.flush();
            long failures = ring.failures();
            IoStatus status = failures == failuresToldByFlush ? IoStatus.OK : IoStatus.IO_ERROR;
            failuresToldByFlush = failures;
            return status;
        } finally {
            exit();
        }
    }

    /**
     * Makes everything appended so far durable.
     *
     * @return whether all writes and forces since the last answer of this method went well; what was appended before an
     *     error may be missing after a crash even if a later answer is good
     */
    public IoStatus force() {
        enter();
        try {
            appender.padActive();
            return forceAndTell();
        } finally {
            exit();
        }
    }

    /**
     * Makes durable that the log is no longer what a clean stop left, where that was deferred. Every write to a segment does so
     * itself; this is for an owner to whom something else has changed.
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

    /** Returns whether a crash now leaves a log that says so. The appending thread's. */
    public boolean isMarkedOpen() {
        return sequences.isOpen();
    }

    /**
     * Returns whether {@link #reclaim} should be called before more is appended. Any thread. One reclaim for each append is
     * enough; a loop on this does not end while the owner keeps every record.
     */
    public boolean needsReclaim() {
        return table.freeCount() <= 2;
    }

    /**
     * Frees one segment: of the sealed ones that with the most garbage, what the owner does not want any more included,
     * and of those the oldest.
     *
     * @param reclaimer decides which records are copied
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
     * Frees the segment in a slot with all its records, unread. Nothing refers to them any more, and what takes their place is
     * durable. As after a reclaim, they may be back after a crash.
     *
     * @param slot where it is; sealed first if it is active
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
     * Forgets every record at once, by taking a new instance ID: no segment written so far counts any more.
     *
     * @param ownerPayload kept in the manifest
     * @return whether the manifest could be written; if not, nothing can be found either, but it may come back after a
     *     crash
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
     * Writes zeros over a slot that no segment is in, durably: after {@link #clear} over each, so that no byte of a record is
     * left in the log's files.
     *
     * @return {@link IoStatus#IO_ERROR} when the device failed
     * @throws IllegalStateException when there is a segment in the slot
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
     * Stores the owner's bytes in the manifest, durably.
     *
     * @param ownerPayload at most {@link ManifestDescriptor#MAX_PAYLOAD_BYTES}
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
     * Reads the records of a segment, sealed or active, in the order they were appended. The visitor may append: what it
     * appends to this segment may be visited or not. Neither is what could not be written.
     *
     * @param slot where the segment is
     * @return {@link IoStatus#IO_ERROR} when there is no segment in the slot or the device failed; some records may have been
     *     visited even so
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
     * Grows or shrinks the log by whole segments. Growing ends where space does. Shrinking drops the last slots with all
     * records in them.
     *
     * @param capacityBytes the size asked for
     * @param dropped told of each slot before its records go, to drop what refers to it; one that stays may be among them,
     *     since reclaim needs a free one
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
     * @param ownerPayload kept in the manifest
     * @return whether all of that went well; if not, the next opening finds a crashed log
     */
    public IoStatus cleanClose(ByteBuffer ownerPayload) {
        enter();
        try {
            appender.seal();
            if (forceAndTell() == IoStatus.OK) {
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

    /** Writes what is buffered and closes everything. To the next opening the log looks crashed. Idempotent. */
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

    // ---- any thread's ----

    /** Returns a reader for this thread; waits while all are taken. The caller closes it before it takes another. */
    public RecordReader acquireReader() {
        return readers.acquire();
    }

    /**
     * Returns a reader for this thread, or null if all are taken and none comes free within a twentieth of a read's bound: at once
     * if the device keeps the reads of all of them waiting. The caller closes it before it takes another.
     */
    public @Nullable RecordReader tryAcquireReader() {
        return readers.tryAcquire();
    }

    /** Returns whether a read was late and was not seen to end since. */
    public boolean hasLateReads() {
        return readers.hasLate();
    }

    /** Gives readers whose late reads have ended free; returns how the others stand. */
    public LateReads lateReads() {
        return readers.lateReads();
    }

    /**
     * Reads the record of a location.
     *
     * @param location as {@link #append} returned it
     * @param lengthHintBytes the record's length or an upper bound; up to 4096 or unknown (0) one page is read first
     * @param into has the record afterwards, if the result is {@link ReadStatus#OK}
     */
    public ReadStatus read(long location, int lengthHintBytes, RecordReader into) {
        return reads.read(location, lengthHintBytes, into);
    }

    /** Returns the slot a location's segment is in; -1 when it has been reclaimed. */
    public int slotOf(long location) {
        Segment segment = table.bySequence(Location.sequence(location));
        return segment == null ? -1 : segment.slot;
    }

    /** Returns the location of an offset in the segment that is in a slot now; -1 when the slot is free. */
    public long locationOf(int slot, int offset) {
        Segment segment = table.bySlot(slot);
        return segment == null ? -1 : Location.of(segment.sequence, offset);
    }

    /**
     * Says that nothing refers to a record any more.
     *
     * @param location where it is; ignored when its segment has been reclaimed
     * @param recordBytes its length, header included, padding not
     */
    public void garbage(long location, int recordBytes) {
        Segment segment = table.bySequence(Location.sequence(location));
        if (segment != null) {
            segment.garbageBytes.addAndGet(RecordDescriptor.paddedBytes(recordBytes));
        }
    }

    /** Says after an opening how many bytes of a slot's segment are referred to; the rest becomes its garbage. */
    public void setLiveBytes(int slot, long liveBytes) {
        Segment segment = table.bySlot(slot);
        if (segment != null) {
            segment.garbageBytes.set(Math.max(0, segment.tail - PAGE_BYTES - liveBytes));
        }
    }

    /**
     * Lists the records of a sealed segment: as its footer does, in the order they were appended, or, where the footer is
     * damaged, those that can be found, in the order they lie.
     *
     * @return {@link IoStatus#IO_ERROR} when there is no sealed segment in the slot or the device failed; some records may
     *     have been visited even so
     */
    public IoStatus forEachFooterEntry(int slot, FooterVisitor visitor) {
        Segment segment = table.bySlot(slot);
        if (segment == null || segment.state != SegmentState.SEALED) {
            return IoStatus.IO_ERROR;
        }
        return contents.forEachFooterEntry(segment, sequences.instanceId(), visitor);
    }

    /** Returns what opening found. */
    public Recovery recovery() {
        return recovery;
    }

    /** Returns the log's identity, as its manifest and its segments name it. The appending thread's, as {@link #clear} is. */
    public long instanceId() {
        return sequences.instanceId();
    }

    /** Returns every slot's status. */
    public List<SegmentStatus> segments() {
        return table.statuses();
    }

    /** Returns how many slots there are. */
    public int segmentCount() {
        return table.slotCount();
    }

    /** Returns how many slots are free: a plain field read. */
    public int freeSegments() {
        return table.freeCount();
    }

    /** Returns the counters. */
    public LogStats stats() {
        return counters.snapshot(table, options.segmentBytes(), ring.ringBytes() + readers.boundBytes());
    }

    /** Returns what the device said when it last failed, and at what; empty when it never did. */
    public String lastFailure() {
        return counters.lastFailure();
    }

    /** Returns the storage, where the owner may keep devices of its own beside the log's. */
    public Storage storage() {
        return storage;
    }

    // ---- the rest ----

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

    private IoStatus forceAndTell() {
        ring.force();
        long failures = ring.failures();
        IoStatus status = failures == failuresToldByForce ? IoStatus.OK : IoStatus.IO_ERROR;
        failuresToldByForce = failures;
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
                logger.warn("{}: the flusher did not end in {} s", storage.describe(), CLOSE_TIMEOUT_SECONDS);
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
                    "{}: there are segments={} and no manifest; what they hold is dropped",
                    storage.describe(),
                    recovery.orphans());
        }
        if (recovery.lostSegments() > 0) {
            logger.warn(
                    "{}: no space for {} of {} segments; the log is smaller by that",
                    storage.describe(),
                    recovery.lostSegments(),
                    options.segmentCount());
        }
    }
}
