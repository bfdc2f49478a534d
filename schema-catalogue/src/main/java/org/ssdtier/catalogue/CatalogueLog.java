package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.AppendStatus;
import org.ssdtier.segmentlog.IoStatus;
import org.ssdtier.segmentlog.Location;
import org.ssdtier.segmentlog.ReadStatus;
import org.ssdtier.segmentlog.RecordReader;
import org.ssdtier.segmentlog.RecordView;
import org.ssdtier.segmentlog.RecordVisitor;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentStatus;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The catalogue's records in a segment log: consecutive LSNs, groups of records that become durable together, and
 * checkpoints.
 *
 * <p><b>A group</b> is appended and forced as a whole. If a step fails, the records from the first non-durable LSN on
 * are void. The group is appended again with new LSNs, after a record that voids the old ones. After a successful force
 * a mark is written but not forced: it records for the next recovery that everything before it is durable.
 *
 * <p><b>A checkpoint</b> appends a copy of every live definition, between a begin and an end record, and forces them.
 * The segments before it then hold nothing live and are reclaimed. A crash at any point leaves either the state before
 * or the state after.
 *
 * <p>Any thread may call {@link #read}, {@link #describe}, {@link #has}, {@link #hasRoomFor}, {@link #usedBytes} and
 * {@link #lastFailure}. All other methods belong to one thread at a time: the holder of the catalogue's sync lock.
 */
final class CatalogueLog implements AutoCloseable {
    private static final int GROWTH_SEGMENTS = 4;
    private static final int GARBAGE_FACTOR = 4;
    private static final int UNUSABLE_BYTES = 3 * Device.PAGE_BYTES;
    private static final ByteBuffer NO_KEY = ByteBuffer.allocate(0);

    /** The owner of the live definitions, called by a checkpoint. */
    interface Owner {
        /** Returns whether the definition of an ID is live and stored at this location. */
        boolean isAt(int id, long location);

        /** Records that a definition has been copied durably; its old location is freed afterwards. */
        void moved(int id, long from, long to);
    }

    /** The result of a completed checkpoint. */
    static final class Checkpoint {
        /** Bytes of segments that the copied definitions take. */
        final long copiedBytes;
        /** Locations of the group's definitions. */
        final long[] locations;

        Checkpoint(long copiedBytes, long[] locations) {
            this.copiedBytes = copiedBytes;
            this.locations = locations;
        }
    }

    private final SegmentLog log;
    private final int segmentBytes;
    private final int maxSegments;
    private long nextLsn;
    /** The durable LSN: all LSNs below it are durable. */
    private long durableLsn;
    /** The first LSN that must be voided before any later record counts; 0 if none. */
    private long voidFrom;
    /**
     * Sequence number of the segment with the last durable record. Later segments are void unless they become durable.
     */
    private int durableSequence;
    /** Sequence number of the segment with the last record. */
    private int lastSequence;
    /** True if the last checkpoint failed because live definitions were not found in the log. */
    private boolean lacksDefinitions;
    /** The payload that the manifest has, or should have. */
    private CataloguePayloadDescriptor.Fields payload;

    CatalogueLog(SegmentLog log, int segmentBytes, long capacityBytes, CatalogueRecovery recovered) {
        this.log = log;
        this.segmentBytes = segmentBytes;
        this.maxSegments = (int) Math.max(log.segmentCount(), capacityBytes / segmentBytes);
        this.nextLsn = recovered.nextLsn();
        this.durableLsn = recovered.endLsn();
        this.voidFrom = nextLsn == durableLsn ? 0 : durableLsn;
        this.durableSequence = Location.sequence(recovered.lastLocation());
        this.lastSequence = durableSequence;
        this.payload = new CataloguePayloadDescriptor.Fields(recovered.idBound(), durableLsn, recovered.owner());
        int firstSequence = Location.sequence(recovered.firstLocation());
        dropSegments(
                segment -> segment.sequence() < firstSequence); // freed before, but back because that was not durable
    }

    /**
     * Appends a group and makes it durable.
     *
     * @param liveBytes bytes of all live definitions, including the group; room for a checkpoint of them is kept free
     * @return location of each definition; null if the group was not made durable
     */
    long @Nullable [] write(List<PendingDefinition> group, long liveBytes) {
        dropVoid();
        if (room() <= segmentsFor(liveBytes) + 1) {
            return null;
        }
        long[] locations = appendVoid() ? appendAll(group) : null;
        return locations != null && force() ? locations : null;
    }

    private long @Nullable [] appendAll(List<PendingDefinition> group) {
        long[] locations = new long[group.size()];
        for (int at = 0; at < locations.length; at++) {
            locations[at] = append(group.get(at).record());
            if (locations[at] < 0) {
                return null;
            }
        }
        return locations;
    }

    /** Makes all appended records durable; if that fails, they are to be voided. */
    private boolean force() {
        if (log.force() != IoStatus.OK) {
            voidFrom = durableLsn;
            return false;
        }
        assert lastSequence >= durableSequence : "sequence=" + lastSequence + ", durable " + durableSequence;
        durableLsn = nextLsn;
        durableSequence = lastSequence;
        voidFrom = 0;
        if (append(CatalogueRecord.mark()) < 0 || log.flush() != IoStatus.OK) {
            voidFrom = durableLsn;
        }
        return true;
    }

    private String lsns() {
        return "next LSN=" + nextLsn + " durable=" + durableLsn + " void from=" + voidFrom;
    }

    private boolean appendVoid() {
        return voidFrom == 0 || append(CatalogueRecord.voiding(voidFrom)) >= 0;
    }

    /**
     * Appends a record and returns its location; negative if that failed, and then all non-durable records are void.
     */
    private long append(CatalogueRecord record) {
        assert durableLsn <= nextLsn && voidFrom <= nextLsn : lsns();
        long location = tryAppend(record);
        if (AppendStatus.of(location) == AppendStatus.NO_SPACE && grow()) {
            location = tryAppend(record);
        }
        nextLsn++;
        if (location < 0) {
            voidFrom = durableLsn;
        } else {
            lastSequence = Location.sequence(location);
        }
        return location;
    }

    private long tryAppend(CatalogueRecord record) {
        return log.append(
                0, record.type(), Integer.toUnsignedLong(record.id()), NO_KEY, record.encode(nextLsn, durableLsn));
    }

    private boolean grow() {
        int segments = Math.min(maxSegments, log.segmentCount() + GROWTH_SEGMENTS);
        log.resize((long) segments * segmentBytes, slot -> {});
        return log.freeSegments() > 1;
    }

    // ---- checkpoints ----

    /**
     * Returns whether a checkpoint should be made before the next group: either there is hardly more room than the
     * checkpoint itself needs, or the log uses a multiple of what its live definitions need.
     */
    boolean needsCheckpoint(long liveBytes) {
        long needed = segmentsFor(liveBytes) + 3;
        long used = (long) log.segmentCount() - log.freeSegments();
        return used > 2 && (room() <= needed || used > GARBAGE_FACTOR * needed);
    }

    /** Returns the number of segments that can still be used. */
    private long room() {
        return (long) maxSegments - log.segmentCount() + log.freeSegments();
    }

    /** Returns the most segments these bytes can take: each has a header and a footer, and pages may be half empty. */
    private long segmentsFor(long liveBytes) {
        return 2 * liveBytes / (segmentBytes - UNUSABLE_BYTES) + 1;
    }

    /** Returns the bytes of all segments in use. */
    long usedBytes() {
        return (long) (log.segmentCount() - log.freeSegments()) * segmentBytes;
    }

    /** Returns whether this many live bytes leave room for a checkpoint of them and for a few more groups. */
    boolean hasRoomFor(long liveBytes) {
        return 2 * segmentsFor(liveBytes) + 6 <= maxSegments;
    }

    /**
     * Makes a checkpoint of the owner's live definitions and frees the segments before it.
     *
     * @param count number of the owner's durable live definitions
     * @param group definitions that are not durable yet; the checkpoint makes them durable
     * @return null if the checkpoint could not be made durable; the state is then as before
     */
    @Nullable
    Checkpoint checkpoint(Owner owner, int count, List<PendingDefinition> group) {
        lacksDefinitions = false;
        dropVoid();
        List<SegmentStatus> before = new ArrayList<>(log.segments());
        before.removeIf(segment -> segment.sequence() == 0);
        before.sort(Comparator.comparingInt(SegmentStatus::sequence));
        if (!appendVoid()) {
            return null;
        }
        long beginLsn = nextLsn;
        long begin = append(CatalogueRecord.checkpointBegin());
        Copies copies = new Copies(owner, count);
        for (SegmentStatus segment : before) {
            if (begin >= 0 && !copies.failed) {
                copies.failed = log.forEachRecord(segment.slot(), copies) != IoStatus.OK || copies.failed;
            }
        }
        lacksDefinitions = begin >= 0 && !copies.failed && copies.count != count;
        boolean copied = begin >= 0 && !copies.failed && !lacksDefinitions;
        long[] locations = copied ? appendAll(group) : null;
        if (locations == null || append(CatalogueRecord.checkpointEnd(beginLsn)) < 0 || !force()) {
            voidFrom = durableLsn;
            return null;
        }
        copies.tell();
        if (storePayload(payload.idBound(), payload.owner())) { // only now can recovery see that it is durable
            dropSegments(segment -> segment.sequence() < Location.sequence(begin));
        }
        return new Checkpoint(copies.bytes, locations);
    }

    /** Returns whether the last checkpoint failed because records of live definitions are damaged. */
    boolean lacksDefinitions() {
        return lacksDefinitions;
    }

    /** A visitor that copies the live definitions and records their old and new locations. */
    private final class Copies implements RecordVisitor {
        private final Owner owner;
        private final int[] ids;
        private final long[] from;
        private final long[] to;
        private int count;
        private long bytes;
        private boolean failed;

        Copies(Owner owner, int count) {
            this.owner = owner;
            this.ids = new int[count];
            this.from = new long[count];
            this.to = new long[count];
        }

        @Override
        public void valid(RecordView view) {
            CatalogueRecord record = decodeOrNull(view);
            if (failed
                    || record == null
                    || record.type() != CatalogueRecordDescriptor.DEFINITION
                    || !owner.isAt(record.id(), view.location())) {
                return;
            }
            long location = count < ids.length ? append(record) : -1;
            if (location < 0) {
                failed = true;
                return;
            }
            ids[count] = record.id();
            from[count] = view.location();
            to[count] = location;
            bytes += CatalogueRecord.segmentBytes(record.body().remaining());
            count++;
        }

        @Override
        public void damaged(long location, int recordBytes) {}

        void tell() {
            for (int at = 0; at < count; at++) {
                owner.moved(ids[at], from[at], to[at]);
            }
        }
    }

    /** Frees the segments that hold only void records. */
    private void dropVoid() {
        if (voidFrom != 0) {
            dropSegments(segment -> segment.sequence() > durableSequence);
        }
    }

    private void dropSegments(Predicate<SegmentStatus> which) {
        for (SegmentStatus segment : log.segments()) {
            if (segment.sequence() != 0 && which.test(segment)) {
                log.drop(segment.slot());
            }
        }
    }

    private static @Nullable CatalogueRecord decodeOrNull(RecordView view) {
        try {
            return CatalogueRecord.decode(view, "location=" + view.location());
        } catch (FormatException e) {
            return null; // recovery would have rejected it, so it is not live
        }
    }

    // ---- reads and the rest ----

    /**
     * Reads a definition. Thread-safe.
     *
     * @return null if its segment has been reclaimed since the location was looked up
     * @throws IOException if the device fails or does not respond, or the record is damaged; the message names file and
     *     offset
     */
    @Nullable
    SchemaDefinition read(int id, long location) throws IOException {
        if (log.hasLateReads() && log.lateReads().late() > 0) {
            throw new IOException(describe(location) + ": not read, the device does not respond");
        }
        try (@Nullable RecordReader reader = log.acquireReaderInTime()) {
            if (reader == null) {
                throw new IOException(describe(location) + ": not read, all readers wait for the device");
            }
            ReadStatus status = log.read(location, 0, reader);
            if (status == ReadStatus.NOT_FOUND) {
                return null;
            }
            String what = describe(location);
            if (status == ReadStatus.LATE) {
                throw new IOException(what + ": the device does not respond");
            }
            if (status == ReadStatus.REFUSED) {
                throw new IOException(what + ": not read, too many long records are being read");
            }
            if (status == ReadStatus.IO_ERROR) {
                throw new IOException(what + ": " + log.lastFailure());
            }
            if (status == ReadStatus.CHECKSUM_ERROR) {
                throw new FormatException.Corrupt(
                        what + ": damaged record, schema ID=" + Integer.toUnsignedLong(id) + CatalogueRecovery.HINT);
            }
            CatalogueRecord record = CatalogueRecord.decode(reader.record(), what);
            if (record.id() != id) {
                throw new FormatException.Corrupt(what + ": schema ID=" + Integer.toUnsignedLong(record.id())
                        + ", expected " + Integer.toUnsignedLong(id));
            }
            return SchemaDefinition.parse(record.body(), what, CatalogueRecordDescriptor.HEADER_BYTES);
        }
    }

    String describe(long location) {
        return log.storage().describe() + " file=" + String.format(Locale.ROOT, "segment-%05d", log.slotOf(location))
                + " offset=" + Location.offset(location);
    }

    boolean has(long location) {
        return log.slotOf(location) >= 0;
    }

    long instanceId() {
        return log.instanceId();
    }

    /** Durably stores in the manifest what must survive a crash: the bound of IDs, the owner and the durable LSN. */
    boolean storePayload(long idBound, UUID owner) {
        payload = new CataloguePayloadDescriptor.Fields(idBound, durableLsn, owner);
        return log.storePayload(CataloguePayloadDescriptor.encode(payload)) == IoStatus.OK;
    }

    /** Drops all records and switches to a new instance ID; LSNs start again at 1. */
    boolean clear(long idBound, UUID owner) {
        nextLsn = 1;
        durableLsn = 1;
        voidFrom = 0;
        payload = new CataloguePayloadDescriptor.Fields(idBound, durableLsn, owner);
        return log.clear(CataloguePayloadDescriptor.encode(payload)) == IoStatus.OK;
    }

    String lastFailure() {
        return log.lastFailure();
    }

    /**
     * Voids failed or cut records, if there are any, so that the log can stop cleanly. Called only when nothing is
     * pending that may still need them.
     */
    void settle(long liveBytes) {
        if (voidFrom != 0) {
            write(List.of(), liveBytes);
        }
    }

    /**
     * Closes the log, and marks it as cleanly stopped unless failed records are left in it. Returns whether it is
     * marked.
     */
    boolean cleanClose(long highestId, UUID owner) {
        if (voidFrom != 0) {
            log.close(); // its readable records may not be durable: the next opening must not assume it
            return false;
        }
        payload = new CataloguePayloadDescriptor.Fields(highestId, durableLsn, owner);
        return log.cleanClose(CataloguePayloadDescriptor.encode(payload)) == IoStatus.OK;
    }

    /** Closes the log; the next opening treats it as crashed. Idempotent. */
    @Override
    public void close() {
        log.close();
    }
}
