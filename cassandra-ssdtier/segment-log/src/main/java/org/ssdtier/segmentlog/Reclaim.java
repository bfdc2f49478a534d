package org.ssdtier.segmentlog;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.NoSpaceException;

/**
 * The reclaim of a segment: frees the sealed segment that costs least ({@link SegmentTable#victim}).
 *
 * <p>The footer of the segment lists its records, so each is reported to the owner, even a damaged one. Without a
 * footer the records that can be found are visited. The segment remains readable until every copy has been reported.
 */
final class Reclaim {
    private final SegmentLogOptions options;
    private final SegmentTable table;
    private final SegmentAppender appender;
    private final WriteRing ring;
    private final LogCounters counters;
    private final Footer footer = new Footer();
    private @Nullable SegmentScanner scanner;

    private int kept;
    private long keptBytes;
    private int dropped;
    private int lost;
    private boolean noRoom;
    private int readErrors;

    Reclaim(
            SegmentLogOptions options,
            SegmentTable table,
            SegmentAppender appender,
            WriteRing ring,
            LogCounters counters) {
        this.options = options;
        this.table = table;
        this.appender = appender;
        this.ring = ring;
        this.counters = counters;
    }

    ReclaimResult run(Reclaimer reclaimer) {
        Segment victim = table.victim(reclaimer::keptShare);
        if (victim == null) {
            return new ReclaimResult(ReclaimResult.Outcome.NOTHING_TO_RECLAIM, -1, 0, 0, 0, 0);
        }
        assert victim.state == SegmentState.SEALED : "slot=" + victim.slot + " state=" + victim.state;
        ring.awaitFlushed(victim.ringEnd);
        long failuresBefore = ring.failures();
        kept = 0;
        keptBytes = 0;
        dropped = 0;
        lost = 0;
        noRoom = false;
        boolean listed = walk(victim, reclaimer);
        counters.reinsertedBytes.add(keptBytes);
        if (options.forceBeforeReuse() && !isSafeToFree(victim, failuresBefore)) {
            return result(ReclaimResult.Outcome.KEPT, victim);
        }
        release(victim);
        counters.reclaims.increment();
        return result(listed ? ReclaimResult.Outcome.FREED : ReclaimResult.Outcome.FREED_UNREAD, victim);
    }

    /** Frees a segment without reading its records. */
    void drop(Segment segment) {
        assert segment.state == SegmentState.SEALED : "slot=" + segment.slot + " state=" + segment.state;
        ring.awaitFlushed(segment.ringEnd);
        release(segment);
        counters.reclaims.increment();
    }

    /** Makes the copies durable; returns whether no readable record depends on the victim any more. */
    private boolean isSafeToFree(Segment victim, long failuresBefore) {
        if (kept > 0) {
            appender.padActive();
            ring.force();
        }
        victim.unreadable = readErrors > 0;
        return readErrors == 0 && !noRoom && ring.failures() == failuresBefore;
    }

    private ReclaimResult result(ReclaimResult.Outcome outcome, Segment victim) {
        return new ReclaimResult(outcome, victim.slot, kept, keptBytes, dropped, lost);
    }

    /**
     * Visits every record; returns whether there was a footer, so that every appended record was reported to the
     * owner.
     */
    private boolean walk(Segment victim, Reclaimer reclaimer) {
        SegmentScanner scan =
                scanner != null ? scanner : new SegmentScanner(options.segmentBytes(), options.maxRecordBytes());
        scanner = scan;
        scan.start(victim.device, victim.identity);
        boolean listed = footer.readOf(victim, options.segmentBytes());
        if (listed) {
            counters.reclaimReadBytes.add(footer.footerBytes());
            for (int entry = 0; entry < footer.count(); entry++) {
                visit(
                        scan.record(footer.offset(entry)),
                        Location.of(victim.sequence, footer.offset(entry)),
                        entry,
                        reclaimer);
            }
        } else {
            scan.scan(new RecordVisitor() {
                @Override
                public void valid(RecordView record) {
                    visit(record, record.location(), -1, reclaimer);
                }

                @Override
                public void damaged(long location, int recordBytes) {
                    lost++;
                }
            });
        }
        counters.reclaimReadBytes.add(scan.bytesRead());
        counters.readErrors.add(scan.errors());
        readErrors = scan.errors();
        return listed;
    }

    private void visit(@Nullable RecordView record, long location, int entry, Reclaimer reclaimer) {
        if (record == null) {
            lost++;
            reclaimer.lost(footer.keyHash(entry), location);
        } else if (reclaimer.visit(record, location) == Reclaimer.Verdict.DROP) {
            dropped++;
        } else {
            keep(record, location, reclaimer);
        }
    }

    private void keep(RecordView record, long from, Reclaimer reclaimer) {
        SegmentAppender.Entry copy = new SegmentAppender.Entry(
                record.generation(), record.flags(), record.keyHash(), record.key(), record.value());
        long to = appender.append(copy, 0);
        if (AppendStatus.of(to) == AppendStatus.IO_ERROR) {
            to = appender.append(copy, 0); // retry once, in a segment that has not failed yet
        }
        if (to < 0) {
            noRoom = true;
            lost++;
            if (!options.forceBeforeReuse()) {
                reclaimer.lost(record.keyHash(), from);
            }
            return;
        }
        assert Location.sequence(to) > Location.sequence(from) : "from=" + from + " to=" + to;
        kept++;
        keptBytes += record.recordBytes();
        reclaimer.moved(record, from, to);
    }

    private void release(Segment victim) {
        table.remove(victim);
        ring.forget(victim); // a later failed force concerns the next segment in this slot, whose pages it may lose
        boolean isEmpty = trim(victim);
        boolean spare = table.slotCount() - table.retiredCount() > SegmentLogOptions.MIN_SEGMENTS;
        if (victim.outOfSpace && spare) {
            discard(victim);
            table.retire(victim.slot);
            return;
        }
        if (!isEmpty) {
            appender.writeFreeHeader(victim);
        }
        table.free(victim.slot);
    }

    /**
     * Releases the victim's content, if that is wanted; returns whether the device is empty. If its space is lost
     * meanwhile, the slot is retired like one whose write found no space, and the log grows back later.
     */
    private boolean trim(Segment victim) {
        if (victim.outOfSpace) {
            return false;
        }
        try {
            boolean isTrimmed = victim.device.trim(options.segmentBytes());
            if (isTrimmed) {
                counters.discards.increment();
            }
            return isTrimmed;
        } catch (NoSpaceException full) {
            counters.noSpaceErrors.increment();
            victim.outOfSpace = true;
            return true;
        } catch (IOException e) {
            counters.writeErrors.increment();
            return false;
        }
    }

    private void discard(Segment victim) {
        try {
            victim.device.discard();
        } catch (IOException e) {
            counters.writeErrors.increment();
        }
    }
}
