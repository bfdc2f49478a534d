package org.ssdtier.segmentlog;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/**
 * The part of a log that any thread may use at any time: its reads, its garbage, its state and its counters. The part
 * of the appending thread is {@link SegmentLog}.
 */
public abstract class ReadableLog {
    final Storage storage;
    final SegmentLogOptions options;
    final LogCounters counters;
    final SegmentTable table;
    final SequenceSource sequences;
    final WriteRing ring;
    final SegmentContents contents;
    final LogThreads threads;
    private final Recovery recovery;
    private final ReadPath reads;
    private final ReaderPool readers;

    ReadableLog(Storage storage, SegmentLogOptions options, LogCounters counters, Recoverer.Result recovered) {
        this.storage = storage;
        this.options = options;
        this.counters = counters;
        this.table = recovered.table();
        this.sequences = recovered.sequences();
        this.recovery = recovered.recovery();
        this.threads = new LogThreads(options.flushExecutor());
        this.ring = new WriteRing(options.writeBufferBytes(), options.writeBuffers(), threads.flusher(), counters);
        this.reads = new ReadPath(options.segmentBytes(), table, ring, counters);
        this.contents = new SegmentContents(options, counters);
        this.readers = new ReaderPool(
                options.readBuffers(),
                threads.readers(),
                options.readTimeoutNanos(),
                options.sources().nanoClock());
    }

    /** Returns a reader for this thread; waits while all are taken. The caller closes it before it acquires another. */
    public RecordReader acquireReader() {
        return readers.acquire();
    }

    /**
     * Returns a reader for this thread; waits while all are taken. Returns null if none becomes free within a read's
     * bound, or if the reads of half of them are late. The caller closes it before it acquires another.
     */
    public @Nullable RecordReader acquireReaderInTime() {
        return readers.acquireInTime();
    }

    /**
     * Returns a reader for this thread, or null if all are taken and none becomes free within a twentieth of a read's
     * bound. Returns null immediately if the reads of half of them are late. The caller closes it before it acquires
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
     * Frees the readers whose late reads have ended; returns the late reads that remain and the number of reads that have
     * ended.
     */
    public LateReads lateReads() {
        return readers.lateReads();
    }

    /**
     * Reads the record of a location.
     *
     * @param location location returned by {@link SegmentLog#append}
     * @param lengthHintBytes length of the record or an upper bound: the pages that it may be on are read at once; if it is
     *     unknown (0), one page is read first
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
        return contents.forEachFooterEntry(segment, visitor);
    }

    /** Returns the result of the recovery when the log was opened. */
    public Recovery recovery() {
        return recovery;
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
}
