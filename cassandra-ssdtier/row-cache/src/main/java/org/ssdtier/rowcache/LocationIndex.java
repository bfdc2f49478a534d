package org.ssdtier.rowcache;

import static org.ssdtier.rowcache.SlotDescriptor.EMPTY;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongPredicate;

/**
 * The index: from the hash of a key to the place of its record on the SSD, outside the heap.
 *
 * <p>A table of 64-byte buckets, one cache line each, of eight {@link SlotDescriptor slots}. A hash has two candidate buckets
 * and a 16-bit fingerprint, all from different bits (two-choice hashing, Azar et al. 1994; fingerprints as in MemC3, Fan et
 * al. 2013, but without moving entries: there is no rehash). A new entry goes into the emptier bucket; when both are full it
 * takes the place of the least recent one, and if all are recent, all age.
 *
 * <p>The keys themselves are on the SSD, so a look-up may return a stranger with the same fingerprint: the caller compares the
 * key it reads. {@link #remove} cannot compare and clears every match: a stranger's row may be lost, a stale row cannot
 * survive.
 *
 * <p>Any thread reads, removes and touches, without locks: every change is one compare-and-set of one word. {@link #put} has
 * one caller at a time. The memory goes when nobody refers to the index any more, so that a late reader never meets freed
 * memory.
 */
final class LocationIndex {
    /** Says that no further slot matches. */
    static final int NONE = -1;
    /** Candidate slots of a hash. */
    static final int CANDIDATES = 16;

    private static final int SLOTS = 8;
    private static final int SLOT_BYTES = Long.BYTES;
    /** The bytes of a bucket: one cache line. */
    static final int BUCKET_BYTES = SLOTS * SLOT_BYTES;

    /** Is told about a slot. */
    @FunctionalInterface
    interface SlotVisitor {
        void visit(long slot);
    }

    private final long buckets;
    private final long base;
    private final LongAdder entries = new LongAdder();
    private final LongAdder displaced = new LongAdder();
    private int tieBreak;

    /**
     * Allocates the table.
     *
     * @param bytes the memory of the table, at least one bucket
     */
    LocationIndex(long bytes) {
        buckets = bytes / BUCKET_BYTES;
        if (buckets < 1) {
            throw new IllegalArgumentException("index bytes=" + bytes + ", allowed: at least " + BUCKET_BYTES);
        }
        long block = OffHeap.allocateFor(this, sizeBytes() + BUCKET_BYTES);
        base = (block + BUCKET_BYTES - 1) & -BUCKET_BYTES;
        OffHeap.zero(base, sizeBytes());
    }

    /** Returns the memory of the table, bytes. */
    long sizeBytes() {
        return buckets * BUCKET_BYTES;
    }

    /** Returns the number of slots. */
    long capacity() {
        return buckets * SLOTS;
    }

    /** Returns the number of slots in use. */
    long entries() {
        return entries.sum();
    }

    /** Returns how many entries lost their place to a newer one. */
    long displaced() {
        return displaced.sum();
    }

    /**
     * Returns the first place from {@code from} on whose slot matches the hash, to be read with {@link #slot}; {@link #NONE}
     * if there is none. Places run from 0 to {@link #CANDIDATES} - 1.
     */
    int seek(long hash, int from) {
        long fingerprint = fingerprint(hash);
        for (int place = from; place < CANDIDATES; place++) {
            long slot = slot(hash, place);
            if (slot != EMPTY && slot >>> 48 == fingerprint) {
                return place;
            }
        }
        return NONE;
    }

    /** Returns the slot at a place of a hash. It may have changed since {@link #seek}: check with {@link #matches}. */
    long slot(long hash, int place) {
        return OffHeap.getLongVolatile(address(hash, place));
    }

    /** Returns whether a slot belongs to the hash, as far as the fingerprint says. */
    static boolean matches(long hash, long slot) {
        return slot != EMPTY && slot >>> 48 == fingerprint(hash);
    }

    /**
     * Enters a record as the only one of its hash: whatever matched goes.
     *
     * @param hash the hash of its key
     * @param segmentSlot the segment slot the record is in
     * @param offset its offset in there, bytes
     * @param recordBytes its length, bytes
     * @param removed is told about every entry that made way
     */
    void put(long hash, int segmentSlot, int offset, int recordBytes, SlotVisitor removed) {
        remove(hash, removed);
        long slot = SlotDescriptor.encode(
                (int) fingerprint(hash), segmentSlot, offset, SlotDescriptor.sizeClassOf(recordBytes), 0);
        while (true) {
            int place = placeFor(hash);
            long old = slot(hash, place);
            if (old != EMPTY && SlotDescriptor.recency(old) != 0) {
                age(hash);
            } else if (OffHeap.compareAndSetLong(address(hash, place), old, slot)) {
                if (old == EMPTY) {
                    entries.increment();
                } else {
                    displaced.increment();
                    removed.visit(old);
                }
                return;
            }
        }
    }

    /** Clears every slot that matches the hash. Returns how many there were. */
    int remove(long hash, SlotVisitor removed) {
        int count = 0;
        for (int place = seek(hash, 0); place != NONE; place = seek(hash, place)) {
            long slot = slot(hash, place);
            if (matches(hash, slot) && OffHeap.compareAndSetLong(address(hash, place), slot, EMPTY)) {
                entries.decrement();
                removed.visit(slot);
                count++;
            }
        }
        return count;
    }

    /** Clears the slot that refers to the same record as {@code slot}, if one still does. */
    boolean removeExact(long hash, long slot) {
        boolean removed = replace(hash, slot, EMPTY);
        if (removed) {
            entries.decrement();
        }
        return removed;
    }

    /**
     * Lets the entry of a record point to its copy, if the entry is still there.
     *
     * @param hash the hash of the key
     * @param slot the entry as it was; the copy is as recent
     * @param segmentSlot the segment slot of the copy
     * @param offset the offset of the copy, bytes
     */
    boolean move(long hash, long slot, int segmentSlot, int offset) {
        int sizeClass = SlotDescriptor.sizeClass(slot);
        int recency = SlotDescriptor.recency(slot);
        return replace(
                hash, slot, SlotDescriptor.encode((int) fingerprint(hash), segmentSlot, offset, sizeClass, recency));
    }

    /** Returns the entry of the record at that place, or {@link SlotDescriptor#EMPTY} if the index does not refer to it. */
    long find(long hash, int segmentSlot, int offset) {
        for (int place = seek(hash, 0); place != NONE; place = seek(hash, place + 1)) {
            long slot = slot(hash, place);
            if (matches(hash, slot)
                    && SlotDescriptor.segmentSlot(slot) == segmentSlot
                    && SlotDescriptor.offset(slot) == offset) {
                return slot;
            }
        }
        return EMPTY;
    }

    /** Notes that the record of the slot was read. Best effort: a lost race loses a count. */
    void touch(long hash, int place, long slot) {
        int recency = SlotDescriptor.recency(slot);
        if (recency < SlotDescriptor.MAX_RECENCY) {
            OffHeap.compareAndSetLong(address(hash, place), slot, SlotDescriptor.withRecency(slot, recency + 1));
        }
    }

    /** Notes that the record which a hash has now was read; see {@link #touch(long, int, long)}. */
    void touch(long hash) {
        int place = seek(hash, 0);
        if (place != NONE) {
            long slot = slot(hash, place);
            if (matches(hash, slot)) {
                touch(hash, place, slot);
            }
        }
    }

    /** Forgets how often the record which a hash has now was read. Best effort. */
    void cool(long hash) {
        int place = seek(hash, 0);
        if (place != NONE) {
            long slot = slot(hash, place);
            if (matches(hash, slot)) {
                OffHeap.compareAndSetLong(address(hash, place), slot, SlotDescriptor.withRecency(slot, 0));
            }
        }
    }

    /**
     * Shows the entries in a part of the table.
     *
     * @param from the first slot of the table, 0 to {@link #capacity}
     * @param to the first one that is not shown any more, at most {@link #capacity}
     * @param isAging whether each of them loses one of its recency first
     * @param visitor is given each entry, as it is then
     */
    void sweep(long from, long to, boolean isAging, SlotVisitor visitor) {
        for (long position = from; position < to; position++) {
            long address = base + position * SLOT_BYTES;
            long slot = OffHeap.getLongVolatile(address);
            if (slot == EMPTY) {
                continue;
            }
            int recency = SlotDescriptor.recency(slot);
            if (isAging && recency > 0) {
                long older = SlotDescriptor.withRecency(slot, recency - 1);
                OffHeap.compareAndSetLong(address, slot, older);
                slot = older;
            }
            visitor.visit(slot);
        }
    }

    /** Empties the table. A concurrent {@link #put} may survive. */
    void clear() {
        OffHeap.zero(base, sizeBytes());
        entries.reset();
    }

    /** Returns a part of the table's memory, for snapshot and recovery; little endian as the words are. */
    ByteBuffer memory(long offsetBytes, int bytes) {
        return OffHeap.view(base + offsetBytes, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Copies a part of the table while it is in use: no word is torn, but no two are of the same moment. */
    void copy(long offsetBytes, int bytes, ByteBuffer to) {
        for (long address = base + offsetBytes; address < base + offsetBytes + bytes; address += SLOT_BYTES) {
            to.putLong(OffHeap.getLongVolatile(address));
        }
    }

    /** Counts the entries anew, after {@link #memory} was written to, and clears those that are not to be kept. */
    void recount(LongPredicate isKept) {
        entries.reset();
        for (long offset = 0; offset < sizeBytes(); offset += SLOT_BYTES) {
            long slot = OffHeap.getLongVolatile(base + offset);
            if (slot != EMPTY && (isKept.test(slot) || !OffHeap.compareAndSetLong(base + offset, slot, EMPTY))) {
                entries.increment();
            }
        }
    }

    /** Clears the entries that {@code isDoomed} approves of: one pass over the whole table. */
    void removeIf(LongPredicate isDoomed) {
        for (long address = base; address < base + sizeBytes(); address += SLOT_BYTES) {
            long slot = OffHeap.getLongVolatile(address);
            while (slot != EMPTY && isDoomed.test(slot)) {
                if (OffHeap.compareAndSetLong(address, slot, EMPTY)) {
                    entries.decrement();
                    break;
                }
                slot = OffHeap.getLongVolatile(address);
            }
        }
    }

    private boolean replace(long hash, long slot, long next) {
        for (int place = seek(hash, 0); place != NONE; place = seek(hash, place + 1)) {
            long current = slot(hash, place);
            while (SlotDescriptor.isSameRecord(current, slot)) {
                if (OffHeap.compareAndSetLong(address(hash, place), current, next)) {
                    return true;
                }
                current = slot(hash, place);
            }
        }
        return false;
    }

    /** An empty place in the emptier bucket, else the place of the least recent entry. */
    private int placeFor(long hash) {
        int first = emptySlots(hash, 0);
        int second = emptySlots(hash, SLOTS);
        int from = second > first ? SLOTS : 0;
        if (first != 0 || second != 0) {
            for (int place = from; place < from + SLOTS; place++) {
                if (slot(hash, place) == EMPTY) {
                    return place;
                }
            }
        }
        return leastRecent(hash);
    }

    /** The place of the least recent entry; among equals the choice goes round. */
    private int leastRecent(long hash) {
        tieBreak++;
        int best = 0;
        int bestRecency = SlotDescriptor.MAX_RECENCY + 1;
        for (int i = 0; i < CANDIDATES; i++) {
            int place = (i + tieBreak) & (CANDIDATES - 1);
            int recency = SlotDescriptor.recency(slot(hash, place));
            if (recency < bestRecency) {
                bestRecency = recency;
                best = place;
            }
        }
        return best;
    }

    private int emptySlots(long hash, int from) {
        int empty = 0;
        for (int place = from; place < from + SLOTS; place++) {
            if (slot(hash, place) == EMPTY) {
                empty++;
            }
        }
        return empty;
    }

    private void age(long hash) {
        for (int place = 0; place < CANDIDATES; place++) {
            long slot = slot(hash, place);
            int recency = SlotDescriptor.recency(slot);
            if (recency > 0) {
                OffHeap.compareAndSetLong(address(hash, place), slot, SlotDescriptor.withRecency(slot, recency - 1));
            }
        }
    }

    private static long fingerprint(long hash) {
        return hash & 0xffff;
    }

    private long address(long hash, int place) {
        return base + bucket(hash, place) * BUCKET_BYTES + (long) (place & (SLOTS - 1)) * SLOT_BYTES;
    }

    /** The first bucket comes from the upper bits of the hash, the second from the upper bits of its mix. */
    private long bucket(long hash, int place) {
        long bits = place < SLOTS ? hash : KeyHash.mix(hash);
        return ((bits >>> 32) * (buckets & 0xffffffffL)) >>> 32;
    }
}
