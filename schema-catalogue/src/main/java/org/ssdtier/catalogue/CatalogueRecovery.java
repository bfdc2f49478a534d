package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.RecordView;
import org.ssdtier.segmentlog.RecordVisitor;
import org.ssdtier.segmentlog.SegmentLogScan;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The recovery of a catalogue from its log, before the log is opened. Writes nothing.
 *
 * <ol>
 *   <li>Read every record whose checksums are valid, and order them by LSN.
 *   <li>Leave out the records covered by a void record, the last void record first.
 *   <li>Start at the begin of the last checkpoint that is known to be durable; without one, at LSN 1.
 *   <li>Continue to the first gap. Below the highest durable LSN in any record or the manifest, a gap means that
 *       durable records were lost: an error. At or above it, the gap is the torn tail of a crash, which is cut.
 *   <li>Keep every readable definition at or above that LSN and write it again: it is correct, but it may be in a cache
 *       only.
 * </ol>
 */
final class CatalogueRecovery {
    static final String HINT =
            "; the SSTables have all definitions, rebuild it from them: bin/ssdtier catalogue rebuild DIR"
                    + " --from DATA_DIR";

    /** A record found in the log. */
    private record Found(
            long lsn,
            byte type,
            long reference,
            int id,
            Fingerprint fingerprint,
            UUID table,
            long location,
            int definitionBytes) {}

    /**
     * A recovered definition.
     *
     * @param id its schema ID
     * @param fingerprint its fingerprint
     * @param location location of its record
     * @param table the table it was first written for
     * @param definitionBytes its length in bytes
     */
    record Entry(int id, Fingerprint fingerprint, long location, UUID table, int definitionBytes) {}

    private static final Fingerprint NO_FINGERPRINT = new Fingerprint(0, 0);

    private final Storage storage;
    private final DefinitionHash hash;
    private final List<Found> found = new ArrayList<>();
    private final Map<UUID, UUID> tables = new HashMap<>();
    private final List<Long> damaged = new ArrayList<>();
    private @Nullable SegmentLogScan scan;
    private @Nullable IOException failure;
    private long durableLsn;
    private long nextLsn = 1;
    private long endLsn = 1;
    private long maxId;
    private long firstLocation;
    private long lastLocation;
    private int cutRecords;
    private CataloguePayloadDescriptor.Fields payload =
            new CataloguePayloadDescriptor.Fields(0, 0, CatalogueRecord.NO_TABLE);
    private List<Entry> entries = List.of();
    private List<Entry> unsure = List.of();

    private CatalogueRecovery(Storage storage, DefinitionHash hash) {
        this.storage = storage;
        this.hash = hash;
    }

    /**
     * Recovers the catalogue in a storage.
     *
     * @param storage stays open
     * @param hash hash for the fingerprints
     * @throws FormatException if a durable record is missing, or a version cannot be read; the message names file and
     *     offset
     * @throws IOException if the storage fails
     */
    static CatalogueRecovery run(Storage storage, DefinitionHash hash) throws IOException {
        CatalogueRecovery recovery = new CatalogueRecovery(storage, hash);
        try {
            recovery.read();
            recovery.judge();
        } catch (FormatException.Corrupt e) {
            FormatException.Corrupt hinted = new FormatException.Corrupt(e.getMessage() + HINT);
            hinted.initCause(e);
            throw hinted;
        }
        recovery.found.clear();
        return recovery;
    }

    /**
     * Returns the readable definitions that are not known to be durable, including void ones, in ID order. None of them
     * is among the {@link #entries}. They are correct, because no ID is assigned twice. Some may have been reported as
     * durable. Some may be only in a cache of the operating system, after a force that failed or was never made. So
     * they are written again before they count as durable.
     */
    List<Entry> unsure() {
        return unsure;
    }

    /** Returns the log's identity and geometry. */
    SegmentLogScan log() {
        SegmentLogScan log = scan;
        assert log != null;
        return log;
    }

    /** Returns the durable definitions in ID order. */
    List<Entry> entries() {
        return entries;
    }

    /** Returns the node that owns the catalogue; all zeros if unknown. */
    UUID owner() {
        return payload.owner();
    }

    /** Returns the highest ID that may have been assigned; 0 for none. */
    long idBound() {
        return Math.max(payload.idBound(), maxId);
    }

    /** Returns the first LSN that is not known to be durable. */
    long endLsn() {
        return endLsn;
    }

    /** Returns the LSN of the next record; above {@link #endLsn} if there are records to be voided. */
    long nextLsn() {
        return nextLsn;
    }

    /** Returns the location of the first record that is still needed; 0 if unknown. */
    long firstLocation() {
        return firstLocation;
    }

    /** Returns the location of the last record that is still needed; 0 if there is none. */
    long lastLocation() {
        return lastLocation;
    }

    /** Returns the number of records cut from a torn tail. */
    int cutRecords() {
        return cutRecords;
    }

    private void read() throws IOException {
        SegmentLogScan log = SegmentLogScan.run(storage, new RecordVisitor() {
            @Override
            public void valid(RecordView record) {
                try {
                    add(record);
                } catch (IOException e) {
                    failure = failure == null ? e : failure;
                }
            }

            @Override
            public void damaged(long location, int recordBytes) {
                damaged.add(location);
            }
        });
        scan = log;
        payload = CataloguePayloadDescriptor.decode(log.ownerPayload(), storage.describe() + " file=manifest");
        durableLsn = Math.max(durableLsn, payload.durableLsn());
        if (failure != null) {
            throw failure;
        }
    }

    private void add(RecordView view) throws IOException {
        CatalogueRecord record = CatalogueRecord.decode(view, storage.describe() + " location=" + view.location());
        ByteBuffer body = record.body();
        Fingerprint fingerprint =
                record.type() == CatalogueRecordDescriptor.DEFINITION ? hash.of(body) : NO_FINGERPRINT;
        durableLsn = Math.max(durableLsn, CatalogueRecord.durableLsn(view));
        maxId = Math.max(maxId, Integer.toUnsignedLong(record.id()));
        found.add(new Found(
                CatalogueRecord.lsn(view),
                record.type(),
                record.reference(),
                record.id(),
                fingerprint,
                tables.computeIfAbsent(record.table(), table -> table),
                view.location(),
                body.remaining()));
    }

    private void judge() throws FormatException.Corrupt {
        found.sort(Comparator.comparingLong(Found::lsn));
        long highest = found.isEmpty() ? 0 : found.get(found.size() - 1).lsn();
        List<Found> counting = withoutVoid();
        int first = lastCheckpointBegin(counting);
        int end = contiguousEnd(counting, first);
        if (end > first && !startsLog(counting.get(first))) {
            end = first;
        }
        endLsn = end > first ? counting.get(end - 1).lsn() + 1 : 1;
        if (endLsn < durableLsn) {
            throw lost(counting, end == first ? 0 : end);
        }
        cutRecords = counting.size() - end;
        if (cutRecords == 0 && (log().isClean() || !log().exists())) {
            nextLsn = endLsn;
            take(counting.subList(first, end), List.of());
            return;
        }
        endLsn = Math.max(1, durableLsn);
        // Above every LSN that a write in progress during the crash may still turn out to have written.
        nextLsn = highest + 1 + (1 << 20);
        take(
                counting.subList(first, firstFrom(counting, endLsn, first)),
                found.subList(firstFrom(found, endLsn, 0), found.size()));
    }

    private void take(List<Found> durable, List<Found> others) throws FormatException.Corrupt {
        entries = collect(durable);
        unsure = collect(others);
        Set<Integer> known = new HashSet<>();
        entries.forEach(entry -> known.add(entry.id()));
        unsure.removeIf(entry -> known.contains(entry.id()));
        firstLocation = durable.isEmpty() ? 0 : durable.get(0).location();
        lastLocation = durable.isEmpty() ? 0 : durable.get(durable.size() - 1).location();
        unsure.forEach(entry -> lastLocation = Math.max(lastLocation, entry.location()));
    }

    /** Returns the position of the first record with this LSN or a higher one. */
    private static int firstFrom(List<Found> records, long lsn, int from) {
        int at = from;
        while (at < records.size() && records.get(at).lsn() < lsn) {
            at++;
        }
        return at;
    }

    /**
     * Returns whether a log can start at this record: at LSN 1, at a checkpoint, or where everything before is void.
     */
    private static boolean startsLog(Found record) {
        return record.lsn() == 1
                || record.type() == CatalogueRecordDescriptor.CHECKPOINT_BEGIN
                || (record.type() == CatalogueRecordDescriptor.VOID && record.reference() == 1);
    }

    /** Returns the records in LSN order, each once, without those covered by a later void record. */
    private List<Found> withoutVoid() {
        List<Found> counting = new ArrayList<>(found.size());
        long voidFrom = Long.MAX_VALUE;
        for (int at = found.size() - 1; at >= 0; at--) {
            Found record = found.get(at);
            boolean repeated =
                    !counting.isEmpty() && counting.get(counting.size() - 1).lsn() == record.lsn();
            if (record.lsn() >= voidFrom || repeated) {
                continue; // covered by a later void record, or repeated; a void record does not cover itself
            }
            counting.add(record);
            if (record.type() == CatalogueRecordDescriptor.VOID) {
                voidFrom = record.reference();
            }
        }
        Collections.reverse(counting);
        return counting;
    }

    /**
     * Returns the position of the begin of the last checkpoint that is complete and known to be durable; 0 if none is.
     */
    private int lastCheckpointBegin(List<Found> counting) {
        for (int at = counting.size() - 1; at >= 0; at--) {
            Found record = counting.get(at);
            boolean isDurable = record.lsn() < durableLsn || log().isClean();
            if (record.type() == CatalogueRecordDescriptor.CHECKPOINT_END && isDurable) {
                int begin = at;
                while (begin > 0
                        && counting.get(begin).lsn() > record.reference()
                        && follows(counting.get(begin - 1), counting.get(begin))) {
                    begin--;
                }
                Found start = counting.get(begin);
                if (start.lsn() == record.reference() && start.type() == CatalogueRecordDescriptor.CHECKPOINT_BEGIN) {
                    return begin;
                }
            }
        }
        return 0;
    }

    private static int contiguousEnd(List<Found> counting, int first) {
        int end = Math.min(first + 1, counting.size());
        while (end < counting.size() && follows(counting.get(end - 1), counting.get(end))) {
            end++;
        }
        return end;
    }

    private static boolean follows(Found before, Found after) {
        return after.lsn() == before.lsn() + 1
                || (after.type() == CatalogueRecordDescriptor.VOID && after.reference() == before.lsn() + 1);
    }

    private List<Entry> collect(List<Found> counting) throws FormatException.Corrupt {
        List<Found> definitions = new ArrayList<>(counting);
        definitions.removeIf(record -> record.type() != CatalogueRecordDescriptor.DEFINITION);
        // The sort is stable: of several records of one ID, usually copies, the last one appended stays last.
        definitions.sort((one, other) -> Integer.compareUnsigned(one.id(), other.id()));
        List<Entry> collected = new ArrayList<>(definitions.size());
        for (int at = 0; at < definitions.size(); at++) {
            Found record = definitions.get(at);
            Found next = at + 1 < definitions.size() ? definitions.get(at + 1) : null;
            if (next == null || next.id() != record.id()) {
                collected.add(new Entry(
                        record.id(),
                        record.fingerprint(),
                        record.location(),
                        record.table(),
                        record.definitionBytes()));
            } else if (!next.fingerprint().equals(record.fingerprint())) {
                throw new FormatException.Corrupt(log().describe(next.location()) + ": schema ID="
                        + Integer.toUnsignedLong(record.id()) + " has two definitions, the other is at "
                        + log().describe(record.location()));
            }
        }
        return collected;
    }

    /**
     * Returns the error for a gap. It names a damaged record in the gap, a damaged segment, or the record before the
     * gap.
     */
    private FormatException.Corrupt lost(List<Found> counting, int gap) {
        long after = gap == 0 ? 0 : counting.get(gap - 1).location();
        long before = gap < counting.size() ? counting.get(gap).location() : Long.MAX_VALUE;
        String range = "records from LSN=" + endLsn + " on, durable up to " + (durableLsn - 1);
        for (long location : damaged) {
            if (location > after && location < before) {
                return new FormatException.Corrupt(log().describe(location) + ": damaged record; " + range);
            }
        }
        String place = !log().problems().isEmpty()
                ? log().problems().get(0)
                : gap == 0
                        ? storage.describe() + " file=segment-00000 offset=4096: missing record"
                        : log().describe(after) + ": missing record after this one";
        return new FormatException.Corrupt(place + "; " + range);
    }
}
