package org.ssdtier.segmentlog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.Device;

/**
 * The slots of a log and the segments in them.
 *
 * <p>Changed by the appending thread only. Readers see an immutable {@link Directory} that every change replaces: a
 * change comes once per segment, a look-up with every read. The directory finds a segment by sequence number in an open
 * addressed table at most half full, and by slot in an array.
 */
final class SegmentTable {
    /** What readers look into. */
    private record Directory(List<@Nullable Segment> bySlot, SequenceMap bySequence) {}

    /** Segments by sequence number: open addressing, linear probing, never changed once published. */
    private static final class SequenceMap {
        private final @Nullable Segment[] entries;

        SequenceMap(@Nullable Segment[] slots) {
            int capacity = Integer.highestOneBit(Math.max(1, slots.length)) << 2;
            entries = new Segment[capacity];
            for (Segment segment : slots) {
                if (segment != null) {
                    int index = segment.sequence & (capacity - 1);
                    while (entries[index] != null) {
                        index = (index + 1) & (capacity - 1);
                    }
                    entries[index] = segment;
                }
            }
        }

        @Nullable
        Segment get(int sequence) {
            int mask = entries.length - 1;
            for (int index = sequence & mask; ; index = (index + 1) & mask) {
                Segment segment = entries[index];
                if (segment == null || segment.sequence == sequence) {
                    return segment;
                }
            }
        }
    }

    private @Nullable Segment[] slots = new Segment[0];
    private Device[] devices = new Device[0];
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private final Set<Integer> retired = new ConcurrentSkipListSet<>();
    private volatile Directory directory = new Directory(List.of(), new SequenceMap(slots));
    private volatile int freeCount;
    private volatile int retiredCount;

    /** Adds a slot at the end, free or with a recovered segment. Call {@link #publish} after the last. */
    void add(Device device, @Nullable Segment recovered) {
        int slot = addSlot(device);
        slots[slot] = recovered;
        if (recovered == null) {
            free.add(slot);
        }
    }

    /** Adds a slot at the end that is not to be used. */
    void addRetired(Device device) {
        retired.add(addSlot(device));
    }

    private int addSlot(Device device) {
        int slot = slots.length;
        slots = Arrays.copyOf(slots, slot + 1);
        devices = Arrays.copyOf(devices, slot + 1);
        devices[slot] = device;
        return slot;
    }

    /** Makes the changes since the last call visible to readers. */
    void publish() {
        directory = new Directory(Collections.unmodifiableList(Arrays.asList(slots.clone())), new SequenceMap(slots));
        freeCount = free.size();
        retiredCount = retired.size();
    }

    /** Returns the slot that has been free the longest; it is no longer free. */
    int takeFree() {
        int slot = free.remove();
        freeCount = free.size();
        return slot;
    }

    /** Puts a segment into its slot. */
    void activate(Segment segment) {
        assert slots[segment.slot] == null : "slot=" + segment.slot + " is in use";
        slots[segment.slot] = segment;
        publish();
    }

    /** Takes a segment out of its slot, for readers first of all; {@link #free} or {@link #retire} the slot then. */
    void remove(Segment segment) {
        segment.live = false;
        slots[segment.slot] = null;
        publish();
    }

    void free(int slot) {
        free.add(slot);
        publish();
    }

    void retire(int slot) {
        retired.add(slot);
        publish();
    }

    /** Takes the last slot away; it must hold no segment. */
    Device removeLast() {
        int slot = slots.length - 1;
        assert slots[slot] == null : "slot=" + slot + " is in use";
        Device device = devices[slot];
        free.remove(slot);
        retired.remove(slot);
        slots = Arrays.copyOf(slots, slot);
        devices = Arrays.copyOf(devices, slot);
        publish();
        return device;
    }

    /** Returns the slots taken out of use, in order. */
    List<Integer> retired() {
        return List.copyOf(retired);
    }

    /** Makes a slot that was taken out of use free again. */
    void unretire(int slot) {
        retired.remove(slot);
        free(slot);
    }

    Device device(int slot) {
        return devices[slot];
    }

    @Nullable
    Segment bySequence(int sequence) {
        return directory.bySequence().get(sequence);
    }

    @Nullable
    Segment bySlot(int slot) {
        List<@Nullable Segment> current = directory.bySlot();
        return slot < current.size() ? current.get(slot) : null;
    }

    int slotCount() {
        return directory.bySlot().size();
    }

    int freeCount() {
        return freeCount;
    }

    int retiredCount() {
        return retiredCount;
    }

    private SegmentState emptyState(int slot) {
        return retired.contains(slot) ? SegmentState.RETIRED : SegmentState.FREE;
    }

    /** Returns every slot's status, in order of slots. */
    List<SegmentStatus> statuses() {
        List<@Nullable Segment> current = directory.bySlot();
        List<SegmentStatus> statuses = new ArrayList<>(current.size());
        for (int slot = 0; slot < current.size(); slot++) {
            Segment segment = current.get(slot);
            statuses.add(segment != null ? segment.status() : new SegmentStatus(slot, 0, emptyState(slot), 0, 0, 0));
        }
        return statuses;
    }

    /**
     * Returns the sealed segment with the most that need not be kept, of those the oldest; null when none is sealed.
     *
     * @param wantedShare gives for a slot the share of its live bytes that is to be kept
     */
    @Nullable
    Segment victim(IntToDoubleFunction wantedShare) {
        Segment best = null;
        long mostUnwanted = -1;
        for (Segment segment : slots) {
            if (segment == null || segment.state != SegmentState.SEALED || segment.unreadable) {
                continue;
            }
            long unwanted =
                    segment.failed ? Long.MAX_VALUE : unwantedBytes(segment, wantedShare.applyAsDouble(segment.slot));
            if (best == null
                    || unwanted > mostUnwanted
                    || (unwanted == mostUnwanted && segment.sequence < best.sequence)) {
                best = segment;
                mostUnwanted = unwanted;
            }
        }
        return best;
    }

    private static long unwantedBytes(Segment segment, double wantedShare) {
        long garbage = segment.garbageBytes.get();
        return garbage + (long) (Math.max(0, segment.tail - garbage) * (1 - wantedShare));
    }

    /** Returns the segments in use, for the appending thread. */
    List<Segment> inUse() {
        List<Segment> segments = new ArrayList<>();
        for (Segment segment : slots) {
            if (segment != null) {
                segments.add(segment);
            }
        }
        return segments;
    }
}
