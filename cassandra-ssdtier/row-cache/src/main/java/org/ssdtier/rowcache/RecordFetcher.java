package org.ssdtier.rowcache;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.index.EntryDescriptor;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.ReadStatus;
import org.ssdtier.segmentlog.RecordReader;
import org.ssdtier.segmentlog.RecordView;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * A reader of the records that index entries refer to, which verifies key bytes, stamp and checksum. Failures are
 * counted and reported to {@link SsdHealth}. Thread-safe.
 */
final class RecordFetcher {
    private final SsdParts parts;
    private final LocationIndex index;
    private final SsdCounters counters;
    private final SsdHealth health;

    RecordFetcher(SsdParts parts) {
        this.parts = parts;
        this.index = parts.index;
        this.counters = parts.counters;
        this.health = parts.health;
    }

    /**
     * The result of reading the record of one index entry.
     *
     * @param image the image if it is the key's and may answer, else null
     * @param isMoved whether the entry was moved or removed during the read
     * @param isLate whether the device did not answer in time, or no reader or no memory for a long record was free; the
     *     look-up ends then
     */
    record Fetch(@Nullable MemoryImage image, boolean isMoved, boolean isLate) {
        /** The entry is of another key, or its record is dead or unreadable. */
        static final Fetch UNUSABLE = new Fetch(null, false, false);

        static final Fetch MOVED = new Fetch(null, true, false);
        static final Fetch LATE = new Fetch(null, false, true);
    }

    Fetch fetch(SegmentLog log, RowKey key, long entry, LongAdder deviceReads) {
        if (!LocationIndex.matches(key.hash, entry)) {
            return Fetch.MOVED;
        }
        long location = log.locationOf(EntryDescriptor.segmentSlot(entry), EntryDescriptor.offset(entry));
        if (location < 0) {
            return forgotten(key, entry) ? Fetch.UNUSABLE : Fetch.MOVED;
        }
        try (@Nullable RecordReader reader = log.tryAcquireReader()) {
            if (reader == null) {
                counters.refusedReads.increment();
                return Fetch.LATE;
            }
            int bytes = EntryDescriptor.bytesOf(EntryDescriptor.sizeClass(entry));
            ReadStatus status = log.read(location, bytes, reader);
            deviceReads.add(reader.deviceReads());
            return switch (status) {
                case OK -> {
                    health.inTime();
                    yield verify(key, entry, reader.record());
                }
                case NOT_FOUND -> forgotten(key, entry) ? Fetch.UNUSABLE : Fetch.MOVED;
                case CHECKSUM_ERROR -> damaged(key, entry);
                case IO_ERROR -> {
                    parts.ioError("read of location=" + location);
                    yield Fetch.UNUSABLE;
                }
                case LATE -> {
                    counters.lateReads.increment();
                    health.late();
                    yield Fetch.LATE;
                }
                case REFUSED -> {
                    counters.refusedReads.increment();
                    yield Fetch.LATE;
                }
            };
        }
    }

    private Fetch verify(RowKey key, long entry, RecordView view) {
        if (!RecordKey.matches(view.key(), key)) {
            counters.falseDeviceReads.increment();
            return Fetch.UNUSABLE;
        }
        if (key.table.mayAnswer(view.generation(), key.token())) {
            return new Fetch(MemoryImage.of(key, view.generation(), view.value(), MemoryImage.ON_SSD), false, false);
        }
        if (key.table.isDead(view.generation(), key.token()) && forgotten(key, entry)) {
            parts.garbage(entry);
        }
        return Fetch.UNUSABLE;
    }

    /**
     * Handles a checksum error. A record moved during the read may seem damaged; it is, if the index still refers to
     * it.
     */
    private Fetch damaged(RowKey key, long entry) {
        if (!forgotten(key, entry)) {
            return Fetch.MOVED;
        }
        counters.checksumErrors.increment();
        health.damaged("slot=" + EntryDescriptor.segmentSlot(entry) + " offset=" + EntryDescriptor.offset(entry));
        return Fetch.UNUSABLE;
    }

    private boolean forgotten(RowKey key, long entry) {
        return index.removeExact(key.hash, entry);
    }
}
