package org.ssdtier.rowcache;

import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.Location;
import org.ssdtier.segmentlog.ReclaimResult;
import org.ssdtier.segmentlog.Reclaimer;
import org.ssdtier.segmentlog.RecordView;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * Decides which segment is reclaimed and which of its records are reinserted: the segment with the fewest warm records, and of
 * those the warmest first, as far as the configured share of a segment goes. A warm record for which there is no room is
 * remembered, so that the row is admitted the next time it is seen.
 *
 * <p>Records are seen one after the other, so how warm is warm enough comes from the {@link WarmthSurvey}: all that are warmer
 * than {@code warmEnough} are kept, and as many of those that are just so warm as there is room for. The writer's thread only.
 */
final class SsdReclaimer implements Reclaimer {
    private static final int NONE = -1;
    private static final double SMOOTHING = 4;
    /** However much is wanted, something new gets its chance. */
    private static final double LEAST_WORTH = 1.0 / 16;

    private final SsdTier tier;
    private final Function<UUID, @Nullable CachedTable> tables;
    private final long segmentBytes;
    private final double reinsertedShare;
    private final WarmthSurvey survey;
    private @Nullable SegmentLog log;
    private int segment;
    private int warmEnough;
    private long earnedForBytes;
    private long creditBytes;
    private long mostBytes;
    private long mostBytesOfEnough;
    private long keptBytes;
    private long keptBytesOfEnough;
    private long lostWarmBytes;
    private double worthOfWrite = 1;

    SsdReclaimer(SsdTier tier, SsdOptions options, Function<UUID, @Nullable CachedTable> tables) {
        this.tier = tier;
        this.tables = tables;
        this.survey = new WarmthSurvey(tier.index());
        this.segmentBytes = options.segmentBytes();
        this.reinsertedShare = options.reinsertedShare();
    }

    ReclaimResult run(SegmentLog segmentLog) {
        log = segmentLog;
        segment = NONE;
        survey.proceed(segmentLog.segmentCount());
        keptBytes = 0;
        lostWarmBytes = 0;
        earn(segmentLog);
        ReclaimResult result = segmentLog.reclaim(this);
        creditBytes -= keptBytes;
        double worth = 1 - (double) lostWarmBytes / (segmentBytes - keptBytes);
        worthOfWrite += (worth - worthOfWrite) / SMOOTHING;
        tier.setWorthOfWrite(Math.max(LEAST_WORTH, worthOfWrite));
        if (result.slot() >= 0) {
            survey.forget(result.slot());
        }
        return result;
    }

    @Override
    public double wantedShare(int slot) {
        return survey.warmth(slot);
    }

    @Override
    public Verdict visit(RecordView record, long location) {
        long slot = entryOf(record.keyHash(), location);
        if (slot == SlotDescriptor.EMPTY) {
            return Verdict.DROP;
        }
        if (segment == NONE) {
            begin(SlotDescriptor.segmentSlot(slot));
        }
        int recency = SlotDescriptor.recency(slot);
        boolean isWarm = recency > 0 && isWanted(record);
        if (isWarm && hasRoom(recency, record.recordBytes())) {
            keptBytes += record.recordBytes();
            keptBytesOfEnough += recency == warmEnough ? record.recordBytes() : 0;
            return Verdict.KEEP;
        }
        if (isWarm) {
            lostWarmBytes += recency == 1 ? record.recordBytes() / 2 : record.recordBytes();
            tier.remember(record.keyHash());
        }
        tier.index().removeExact(record.keyHash(), slot);
        return Verdict.DROP;
    }

    @Override
    public void moved(RecordView record, long from, long to) {
        SegmentLog segmentLog = log;
        if (segmentLog == null) {
            return;
        }
        long slot = entryOf(record.keyHash(), from);
        int segmentSlot = segmentLog.slotOf(to);
        if (slot == SlotDescriptor.EMPTY
                || !tier.index().move(record.keyHash(), slot, segmentSlot, Location.offset(to))) {
            segmentLog.garbage(to, record.recordBytes());
        }
    }

    @Override
    public void lost(long keyHash, long location) {
        long slot = entryOf(keyHash, location);
        if (slot != SlotDescriptor.EMPTY) {
            tier.index().removeExact(keyHash, slot);
        }
    }

    private long entryOf(long keyHash, long location) {
        SegmentLog segmentLog = log;
        int segmentSlot = segmentLog == null ? -1 : segmentLog.slotOf(location);
        return segmentSlot < 0
                ? SlotDescriptor.EMPTY
                : tier.index().find(keyHash, segmentSlot, Location.offset(location));
    }

    private boolean isWanted(RecordView record) {
        CachedTable table = tables.apply(RecordKey.table(record.key()));
        return table != null && !table.isPurgedSince(record.generation());
    }

    /** What was written since the last reclaim allows so many copies; what was not used so far, too, up to a share of the log. */
    private void earn(SegmentLog segmentLog) {
        long writtenBytes = tier.counters().logicalBytes.sum();
        double copiesAWrite = reinsertedShare / (1 - reinsertedShare);
        long mostCredit = (long) (segmentLog.segmentCount() * segmentBytes * reinsertedShare);
        creditBytes = Math.min(mostCredit, creditBytes + (long) ((writtenBytes - earnedForBytes) * copiesAWrite));
        earnedForBytes = writtenBytes;
        mostBytes = Math.min(segmentBytes / 2, creditBytes);
    }

    /** Looks how warm the records of the segment are that is being reclaimed. */
    private void begin(int slot) {
        segment = slot;
        keptBytesOfEnough = 0;
        warmEnough = SlotDescriptor.MAX_RECENCY;
        while (warmEnough > 1 && bytesAtLeast(warmEnough) < mostBytes) {
            warmEnough--;
        }
        mostBytesOfEnough = mostBytes - bytesAtLeast(warmEnough + 1);
    }

    private long bytesAtLeast(int recency) {
        return (long) (survey.share(segment, recency) * segmentBytes);
    }

    private boolean hasRoom(int recency, int recordBytes) {
        return keptBytes + recordBytes <= mostBytes
                && (recency > warmEnough
                        || (recency == warmEnough && keptBytesOfEnough + recordBytes <= mostBytesOfEnough));
    }
}
