package org.ssdtier.rowcache;

import java.util.Arrays;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.Location;
import org.ssdtier.segmentlog.ReclaimResult;
import org.ssdtier.segmentlog.Reclaimer;
import org.ssdtier.segmentlog.RecordView;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * Decides which records of a reclaimed segment are reinserted: those that were read since they were written, the warmest first,
 * as far as the configured share of a segment goes.
 *
 * <p>Records are seen one after the other, so how warm is warm enough is learned from the segment before. The writer's thread
 * only.
 */
final class SsdReclaimer implements Reclaimer {
    private final SsdTier tier;
    private final Function<UUID, @Nullable CachedTable> tables;
    private final long mostBytes;
    private final long[] bytesByRecency = new long[SlotDescriptor.MAX_RECENCY + 1];
    private @Nullable SegmentLog log;
    private int warmEnough = 1;
    private long keptBytes;

    SsdReclaimer(SsdTier tier, SsdOptions options, Function<UUID, @Nullable CachedTable> tables) {
        this.tier = tier;
        this.tables = tables;
        this.mostBytes = (long) (options.segmentBytes() * options.reinsertedShare());
    }

    ReclaimResult run(SegmentLog segmentLog) {
        log = segmentLog;
        keptBytes = 0;
        Arrays.fill(bytesByRecency, 0);
        ReclaimResult result = segmentLog.reclaim(this);
        warmEnough = learn();
        return result;
    }

    @Override
    public Verdict visit(RecordView record, long location) {
        long slot = entryOf(record.keyHash(), location);
        if (slot == SlotDescriptor.EMPTY) {
            return Verdict.DROP;
        }
        int recency = SlotDescriptor.recency(slot);
        bytesByRecency[recency] += record.recordBytes();
        if (recency >= warmEnough && keptBytes + record.recordBytes() <= mostBytes && isWanted(record)) {
            keptBytes += record.recordBytes();
            return Verdict.KEEP;
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

    /** The lowest recency, at least one, whose records and all warmer ones fit into the share. */
    private int learn() {
        long bytes = 0;
        for (int recency = SlotDescriptor.MAX_RECENCY; recency > 1; recency--) {
            bytes += bytesByRecency[recency];
            if (bytes + bytesByRecency[recency - 1] > mostBytes) {
                return recency;
            }
        }
        return 1;
    }
}
