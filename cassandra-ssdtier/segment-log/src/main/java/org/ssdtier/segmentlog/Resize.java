package org.ssdtier.segmentlog;

import java.io.IOException;
import java.util.function.IntConsumer;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.NoSpaceException;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;

/** The resize of a log: adds or removes whole segments at the end of its slots. */
final class Resize {
    private final Storage storage;
    private final SegmentLogOptions options;
    private final SegmentTable table;
    private final SegmentAppender appender;
    private final WriteRing ring;
    private final LogCounters counters;

    Resize(
            Storage storage,
            SegmentLogOptions options,
            SegmentTable table,
            SegmentAppender appender,
            WriteRing ring,
            LogCounters counters) {
        this.storage = storage;
        this.options = options;
        this.table = table;
        this.appender = appender;
        this.ring = ring;
        this.counters = counters;
    }

    /** Resizes the log to the given number of segments, or as close to it as space permits. */
    ResizeResult.Outcome to(int target, IntConsumer dropped) throws IOException {
        while (table.slotCount() > target) {
            dropLast(dropped);
        }
        if (!options.forceBeforeReuse()) {
            keepOneFree(dropped);
        }
        ResizeResult.Outcome outcome = grow(target);
        storage.force();
        return outcome;
    }

    private void dropLast(IntConsumer dropped) throws IOException {
        int slot = table.slotCount() - 1;
        Segment active = appender.active();
        if (active != null && active.slot == slot) {
            appender.seal();
        }
        Segment segment = table.bySlot(slot);
        if (segment != null) {
            drop(segment, dropped);
        }
        Device device = table.removeLast();
        device.close();
        storage.delete(SegmentHeaderDescriptor.fileName(slot));
    }

    /**
     * Frees a sealed segment, if there is one to reclaim and no slot is free, since reclaim needs a free slot to copy
     * to. Not called for an owner that must not lose records.
     */
    private void keepOneFree(IntConsumer dropped) {
        Segment victim = table.victim(slot -> 1);
        if (table.freeCount() == 0 && victim != null) {
            drop(victim, dropped);
            appender.writeFreeHeader(victim);
            table.free(victim.slot);
        }
    }

    private void drop(Segment segment, IntConsumer dropped) {
        assert segment.state == SegmentState.SEALED : "slot=" + segment.slot + " state=" + segment.state;
        ring.awaitFlushed(segment.ringEnd);
        dropped.accept(segment.slot);
        table.remove(segment);
        ring.forget(segment);
    }

    private ResizeResult.Outcome grow(int target) throws IOException {
        try {
            for (int slot : table.retired()) {
                refill(table.device(slot));
                table.unretire(slot);
            }
            while (table.slotCount() < target) {
                Device device = storage.open(SegmentHeaderDescriptor.fileName(table.slotCount()));
                try {
                    device.allocate(options.segmentBytes());
                } catch (IOException e) {
                    device.close();
                    storage.delete(SegmentHeaderDescriptor.fileName(table.slotCount()));
                    throw e;
                }
                table.add(device, null);
                table.publish();
            }
            return ResizeResult.Outcome.DONE;
        } catch (NoSpaceException full) {
            counters.noSpaceErrors.increment();
            return ResizeResult.Outcome.NO_SPACE;
        }
    }

    /** Reserves the space of a retired slot. If there is not enough, what was got is released: others may need it. */
    private void refill(Device device) throws IOException {
        try {
            device.allocate(options.segmentBytes());
        } catch (NoSpaceException full) {
            device.discard();
            throw full;
        }
    }
}
