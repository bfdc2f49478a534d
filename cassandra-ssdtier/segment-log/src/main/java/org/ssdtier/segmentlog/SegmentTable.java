package org.ssdtier.segmentlog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.Device;

/**
 * The table of the slots of a log and the segments in them.
 *
 * <p>Changed by the appending thread only. Readers see an immutable {@link Directory}, which every change replaces:
 * changes happen a few times per segment, look-ups on every read. The directory maps a sequence number to its segment
 * with an open-addressed table that is at most half full, and a slot to its segment with a list.
 */
final class SegmentTable {
    /** The cost of dropping a live byte of the newest segment, as a fraction of copying one. */
    private static final double NEWEST_DROPPED_COST = 0.3;
    /** The same for the oldest segment. */
    private static final double OLDEST_DROPPED_COST = 0.12;

    /** The immutable view for readers. */
    private record Directory(List<@Nullable Segment> bySlot, SequenceMap bySequence) {}

    /** A map of segments by sequence number: open addressing with linear probing; never changed once published. */
    private static final class SequenceMap {
        private final @Nullable Segment[] entries;

        SequenceMap(List<@Nullable Segment> slots) {
            int capacity = Integer.highestOneBit(Math.max(1, slots.size())) << 2;
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

    private final List<@Nullable Segment> slots = new ArrayList<>();
    private final List<Device> devices = new ArrayList<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private final Set<Integer> retired = new ConcurrentSkipListSet<>();
    private volatile Directory directory = new Directory(List.of(), new SequenceMap(slots));
    private volatile int freeCount;
    private volatile int retiredCount;

    /** Adds a slot at the end, free or with a recovered segment. Call {@link #publish} after the last. */
    void add(Device device, @Nullable Segment recovered) {
        int slot = addSlot(device);
        slots.set(slot, recovered);
        if (recovered == null) {
            free.add(slot);
        }
    }

    /** Adds a retired slot at the end. */
    void addRetired(Device device) {
        retired.add(addSlot(device));
    }

    private int addSlot(Device device) {
        slots.add(null);
        devices.add(device);
        return slots.size() - 1;
    }

    /** Publishes the changes since the last call. */
    void publish() {
        directory = new Directory(Collections.unmodifiableList(new ArrayList<>(slots)), new SequenceMap(slots));
        freeCount = free.size();
        retiredCount = retired.size();
    }

    /** Removes and returns the slot that has been free the longest. */
    int takeFree() {
        int slot = free.remove();
        freeCount = free.size();
        assert slots.get(slot) == null : "slot=" + slot + " is in use";
        return slot;
    }

    /** Puts a segment into its slot. */
    void activate(Segment segment) {
        assert slots.get(segment.slot) == null : "slot=" + segment.slot + " is in use";
        assert segment.state == SegmentState.ACTIVE : "slot=" + segment.slot + " state=" + segment.state;
        slots.set(segment.slot, segment);
        publish();
    }

    /**
     * Removes a segment from its slot, which hides it from readers. The caller then calls {@link #free} or
     * {@link #retire}.
     */
    void remove(Segment segment) {
        vacate(segment);
        publish();
    }

    /** Removes all segments; their slots are free then. Published once, since a large log has tens of thousands. */
    void freeAll() {
        for (Segment segment : inUse()) {
            vacate(segment);
            free.add(segment.slot);
        }
        publish();
    }

    private void vacate(Segment segment) {
        assert slots.get(segment.slot) == segment : "slot=" + segment.slot + " holds another segment";
        assert segment.live : "slot=" + segment.slot + ": removed twice";
        segment.live = false;
        slots.set(segment.slot, null);
    }

    void free(int slot) {
        assert slots.get(slot) == null : "slot=" + slot + " is in use";
        free.add(slot);
        publish();
    }

    void retire(int slot) {
        assert slots.get(slot) == null : "slot=" + slot + " is in use";
        retired.add(slot);
        publish();
    }

    /** Removes the last slot, which must hold no segment. */
    Device removeLast() {
        int slot = slots.size() - 1;
        assert slots.get(slot) == null : "slot=" + slot + " is in use";
        Device device = devices.remove(slot);
        free.remove(slot);
        retired.remove(slot);
        slots.remove(slot);
        publish();
        return device;
    }

    /** Returns the retired slots, in order. */
    List<Integer> retired() {
        return List.copyOf(retired);
    }

    /** Makes a retired slot free again. */
    void unretire(int slot) {
        boolean wasRetired = retired.remove(slot);
        assert wasRetired : "slot=" + slot + " is not retired";
        free(slot);
    }

    Device device(int slot) {
        return devices.get(slot);
    }

    @Nullable
    Segment bySequence(int sequence) {
        return directory.bySequence().get(sequence);
    }

    @Nullable
    Segment bySlot(int slot) {
        assert slot >= 0 : "slot=" + slot;
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

    /** Returns the status of every slot, in order of slots. */
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
     * Returns the sealed segment that costs least to reclaim, among equals the oldest; null when no sealed segment can be
     * reclaimed. A segment with a failed write or force comes first.
     *
     * @param keptShare function from a slot to the share of its live bytes to keep
     */
    @Nullable
    Segment victim(IntToDoubleFunction keptShare) {
        int newest = 0;
        int count = 0;
        for (Segment segment : slots) {
            if (isReclaimable(segment)) {
                newest = Math.max(newest, segment.sequence);
                count++;
            }
        }
        Segment best = null;
        double lowest = 0;
        for (Segment segment : slots) {
            if (isReclaimable(segment)) {
                double youth = Math.max(0, 1 - (double) (newest - segment.sequence) / count);
                double cost = segment.failed ? -1 : cost(segment, keptShare.applyAsDouble(segment.slot), youth);
                if (best == null || cost < lowest || (cost == lowest && segment.sequence < best.sequence)) {
                    best = segment;
                    lowest = cost;
                }
            }
        }
        return best;
    }

    private static boolean isReclaimable(@Nullable Segment segment) {
        return segment != null && segment.state == SegmentState.SEALED && !segment.unreadable;
    }

    /**
     * Returns the cost of reclaiming a segment, for each byte of it. Bytes to copy count in full, live bytes to drop as a
     * fraction that falls with their age, and garbage not at all. Without garbage or copies the order is first in, first
     * out. After the cost-benefit policy of Rosenblum and Ousterhout, "The Design and Implementation of a Log-Structured
     * File System" (1992), section 3.5, for a log that may also drop live records.
     *
     * @param youth 1 for the newest segment, 0 for one whose sequence number is lower by at least the number of
     *     segments that can be reclaimed
     */
    private static double cost(Segment segment, double keptShare, double youth) {
        int used = Math.max(1, segment.tail - Device.PAGE_BYTES);
        double live = Math.max(0, 1 - (double) segment.garbageBytes.get() / used);
        double dropped = OLDEST_DROPPED_COST + youth * (NEWEST_DROPPED_COST - OLDEST_DROPPED_COST);
        return live * (keptShare + (1 - keptShare) * dropped);
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
