package org.ssdtier.rowcache;

import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.index.EntryDescriptor;
import org.ssdtier.rowcache.index.WarmthSurvey;
import org.ssdtier.segmentlog.Location;
import org.ssdtier.segmentlog.ReclaimResult;
import org.ssdtier.segmentlog.Reclaimer;
import org.ssdtier.segmentlog.RecordView;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * The policy that selects which records of a reclaimed segment are reinserted: the warmest first, as many as the
 * configured share of all writes allows and at most half a segment. It also returns the warmth of a segment, which is
 * part of the cost of reclaiming it. A warm record for which there is no room is passed to the admission policy, so
 * that the row is admitted the next time it is evicted.
 *
 * <p>Records are visited one by one, so the required warmth comes from the {@link WarmthSurvey}: all records warmer
 * than {@code recencyThreshold} are kept, and those exactly that warm as long as there is room. The writer's thread only.
 */
final class SsdReclaimer implements Reclaimer {
    private static final int NONE = -1;

    private final SsdParts parts;
    private final Function<UUID, @Nullable CachedTable> tables;
    private final long segmentBytes;
    private final double reinsertedShare;
    private final WarmthSurvey survey;
    private @Nullable SegmentLog log;
    private int segment;
    private int recencyThreshold;
    private long creditedBytes;
    private long creditBytes;
    private long maxKeptBytes;
    private long maxKeptBytesAtThreshold;
    private long keptBytes;
    private long keptBytesAtThreshold;
    private long lostWarmBytes;

    SsdReclaimer(SsdParts parts, SsdOptions options, Function<UUID, @Nullable CachedTable> tables) {
        this.parts = parts;
        this.tables = tables;
        this.survey = new WarmthSurvey(parts.index);
        this.segmentBytes = options.geometry().segmentBytes();
        this.reinsertedShare = options.writes().reinsertedShare();
    }

    ReclaimResult run(SegmentLog segmentLog) {
        log = segmentLog;
        segment = NONE;
        survey.proceed(segmentLog.segmentCount());
        keptBytes = 0;
        lostWarmBytes = 0;
        earn(segmentLog);
        ReclaimResult result = segmentLog.reclaim(this);
        assert keptBytes >= 0 && keptBytes <= maxKeptBytes : "kept bytes=" + keptBytes + ", allowed " + maxKeptBytes;
        assert lostWarmBytes >= 0 : "lost bytes=" + lostWarmBytes;
        creditBytes -= keptBytes;
        parts.admission.reclaimed(1 - (double) lostWarmBytes / (segmentBytes - keptBytes));
        if (result.slot() >= 0) {
            survey.forget(result.slot());
        }
        return result;
    }

    @Override
    public double keptShare(int slot) {
        return survey.warmth(slot);
    }

    @Override
    public Verdict visit(RecordView record, long location) {
        long entry = entryOf(record.keyHash(), location);
        if (entry == EntryDescriptor.EMPTY) {
            return Verdict.DROP;
        }
        if (segment == NONE) {
            begin(EntryDescriptor.segmentSlot(entry));
        }
        int recency = EntryDescriptor.recency(entry);
        boolean isWarm = recency > 0 && isWanted(record);
        if (isWarm && hasRoom(recency, record.recordBytes())) {
            keptBytes += record.recordBytes();
            keptBytesAtThreshold += recency == recencyThreshold ? record.recordBytes() : 0;
            return Verdict.KEEP;
        }
        if (isWarm) {
            lostWarmBytes += recency == 1 ? record.recordBytes() / 2 : record.recordBytes();
            parts.admission.remember(record.keyHash());
        }
        parts.index.removeExact(record.keyHash(), entry);
        return Verdict.DROP;
    }

    @Override
    public void moved(RecordView record, long from, long to) {
        SegmentLog segmentLog = log;
        if (segmentLog == null) {
            return;
        }
        long entry = entryOf(record.keyHash(), from);
        int segmentSlot = segmentLog.slotOf(to);
        if (entry == EntryDescriptor.EMPTY
                || !parts.index.move(record.keyHash(), entry, segmentSlot, Location.offset(to))) {
            segmentLog.garbage(to, record.recordBytes());
        }
    }

    @Override
    public void lost(long keyHash, long location) {
        long entry = entryOf(keyHash, location);
        if (entry != EntryDescriptor.EMPTY) {
            parts.index.removeExact(keyHash, entry);
        }
    }

    private long entryOf(long keyHash, long location) {
        SegmentLog segmentLog = log;
        int segmentSlot = segmentLog == null ? -1 : segmentLog.slotOf(location);
        return segmentSlot < 0
                ? EntryDescriptor.EMPTY
                : parts.index.find(keyHash, segmentSlot, Location.offset(location));
    }

    private boolean isWanted(RecordView record) {
        CachedTable table = tables.apply(RecordKey.table(record.key()));
        return table != null && !table.isPurgedSince(record.generation());
    }

    /**
     * Adds to the credit for copies what the bytes written since the last reclaim allow. Unused credit accumulates, up
     * to the configured share of the log's size.
     */
    private void earn(SegmentLog segmentLog) {
        long writtenBytes = parts.counters.bytesLogical.sum();
        double copiesPerWrite = reinsertedShare / (1 - reinsertedShare);
        long mostCredit = (long) (segmentLog.segmentCount() * segmentBytes * reinsertedShare);
        creditBytes = Math.min(mostCredit, creditBytes + (long) ((writtenBytes - creditedBytes) * copiesPerWrite));
        assert writtenBytes >= creditedBytes : "written bytes=" + writtenBytes + ", before " + creditedBytes;
        creditedBytes = writtenBytes;
        maxKeptBytes = Math.min(segmentBytes / 2, creditBytes);
    }

    /** Begins a segment: sets how warm a record must be to be kept, and the bound for records exactly that warm. */
    private void begin(int slot) {
        segment = slot;
        keptBytesAtThreshold = 0;
        recencyThreshold = EntryDescriptor.MAX_RECENCY;
        while (recencyThreshold > 1 && bytesAtLeast(recencyThreshold) < maxKeptBytes) {
            recencyThreshold--;
        }
        maxKeptBytesAtThreshold = maxKeptBytes - bytesAtLeast(recencyThreshold + 1);
    }

    private long bytesAtLeast(int recency) {
        return (long) (survey.share(segment, recency) * segmentBytes);
    }

    private boolean hasRoom(int recency, int recordBytes) {
        return keptBytes + recordBytes <= maxKeptBytes
                && (recency > recencyThreshold
                        || (recency == recencyThreshold
                                && keptBytesAtThreshold + recordBytes <= maxKeptBytesAtThreshold));
    }
}
