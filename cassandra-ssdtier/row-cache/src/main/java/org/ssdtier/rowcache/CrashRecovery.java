package org.ssdtier.rowcache;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ssdtier.rowcache.index.EntryDescriptor;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.Location;
import org.ssdtier.segmentlog.RecordView;
import org.ssdtier.segmentlog.RecordVisitor;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentState;
import org.ssdtier.segmentlog.SegmentStatus;

/**
 * The recovery of the index after a crash. The index then has the entries of the checkpoint, except for keys that
 * changes touched since, and the entries of records written since, except for those that a change touched later.
 *
 * <p>If several records of a key count, any of them is correct, because no change of the key is between them.
 */
final class CrashRecovery {
    private final JournalChain chain;
    private final SegmentLog log;
    private final LocationIndex index;

    CrashRecovery(JournalChain chain, SegmentLog log, LocationIndex index) {
        this.chain = chain;
        this.log = log;
        this.index = index;
    }

    /**
     * Fills the index.
     *
     * @throws IOException if the checkpoint cannot be used; the caller must then clear the index
     */
    void load() throws IOException {
        List<SegmentStatus> segments = log.segments();
        Checkpoint checkpoint = chain.checkpoint();
        if (checkpoint != null) {
            check("index bytes", checkpoint.fields().indexBytes(), index.sizeBytes());
            check(
                    "segment bytes",
                    checkpoint.fields().segmentBytes(),
                    log.stats().segmentBytes());
            checkpoint.load(index);
            keepUnchanged(checkpoint, segments);
        }
        chain.touched().forEach(hash -> index.remove(hash, entry -> {}));
        List<SegmentStatus> later = new ArrayList<>(segments);
        later.removeIf(segment -> segment.state() != SegmentState.SEALED
                || isBeforeCheckpoint(segment.sequence(), (int) segment.usedBytes()));
        later.sort(Comparator.comparingInt(SegmentStatus::sequence));
        for (SegmentStatus segment : later) {
            log.forEachRecord(segment.slot(), new Entering(segment.slot()));
        }
    }

    /** Keeps only entries of records that existed when the checkpoint began, in segments not replaced since. */
    private void keepUnchanged(Checkpoint checkpoint, List<SegmentStatus> segments) {
        int slots =
                segments.stream().mapToInt(segment -> segment.slot() + 1).max().orElse(0);
        int[] sequences = new int[slots];
        for (SegmentStatus segment : segments) {
            boolean isSame = segment.sequence() == checkpoint.sequence(segment.slot());
            sequences[segment.slot()] = isSame ? segment.sequence() : 0;
        }
        index.recount(entry -> {
            int slot = EntryDescriptor.segmentSlot(entry);
            int sequence = slot < slots ? sequences[slot] : 0;
            return sequence > 0 && isBeforeCheckpoint(sequence, EntryDescriptor.offset(entry));
        });
    }

    private boolean isBeforeCheckpoint(int sequence, int offset) {
        Checkpoint checkpoint = chain.checkpoint();
        return checkpoint != null && checkpoint.fields().isBefore(sequence, offset);
    }

    private static void check(String what, long found, long expected) throws IOException {
        if (found != expected) {
            throw new IOException(what + "=" + found + ", expected " + expected);
        }
    }

    /** A visitor that adds to the index an entry for each record of a segment that counts. */
    private final class Entering implements RecordVisitor {
        private final int slot;

        Entering(int slot) {
            this.slot = slot;
        }

        @Override
        public void valid(RecordView record) {
            if (record.key().remaining() < RecordKey.TABLE_BYTES) {
                return; // of a probe, not of a row
            }
            JournalTable table = chain.table(RecordKey.table(record.key()));
            int stamp = record.generation();
            boolean counts = table != null
                    && !isBeforeCheckpoint(Location.sequence(record.location()), Location.offset(record.location()))
                    && table.counts(stamp)
                    && stamp >= chain.touched().number(record.keyHash());
            if (counts) {
                int offset = Location.offset(record.location());
                index.put(record.keyHash(), slot, offset, record.recordBytes(), replaced -> {});
            }
        }

        @Override
        public void damaged(long location, int recordBytes) {}
    }
}
