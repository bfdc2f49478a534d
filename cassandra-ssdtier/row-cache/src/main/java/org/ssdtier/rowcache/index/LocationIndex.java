package org.ssdtier.rowcache.index;

import static org.ssdtier.rowcache.index.EntryDescriptor.EMPTY;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongPredicate;

/**
 * The index: an off-heap hash table from the hash of a key to the location of its record on the SSD.
 *
 * <p>The table consists of 64-byte buckets, one cache line each, of eight {@link EntryDescriptor entries}. A hash has
 * two candidate buckets and a 16-bit fingerprint, all from different bits (two-choice hashing, Azar et al. 1994;
 * fingerprints as in MemC3, Fan et al. 2013, but without moving entries: there is no rehash). A new entry is stored in
 * the emptier bucket. If both are full, it replaces the entry with the lowest recency; if no entry has recency 0, all
 * candidates age until one has.
 *
 * <p>The keys themselves are on the SSD, so a look-up may return the entry of another key with the same fingerprint;
 * the caller compares the key it reads. {@link #remove} cannot compare keys and clears every match: another key's row
 * may be lost, but a stale row cannot survive.
 *
 * <p>Any thread may read, remove and touch without locks: every change is one compare-and-set of one word. {@link #put}
 * has one caller at a time. The memory is freed once the index is unreachable, so a late reader never touches freed
 * memory.
 */
public final class LocationIndex {
    /** The result of {@link #seek} if no further entry matches. */
    public static final int NONE = -1;
    /** The number of candidate places of a hash. */
    static final int CANDIDATES = 16;

    private static final int PLACES = 8;
    private static final int ENTRY_BYTES = Long.BYTES;
    /** The bytes of a bucket, one cache line. */
    public static final int BUCKET_BYTES = PLACES * ENTRY_BYTES;

    /** A bucket is chosen by 32 bits of a hash. */
    private static final long MOST_BUCKETS = 1L << 32;

    /** A visitor of index entries. */
    @FunctionalInterface
    public interface EntryVisitor {
        void visit(long entry);
    }

    private final long buckets;
    private final long base;
    private final LongAdder entries = new LongAdder();
    private final LongAdder displaced = new LongAdder();
    private int tieBreak;

    /**
     * Allocates the table.
     *
     * @param bytes the bytes of the table, at least those of one bucket and less than those of 2^32
     */
    public LocationIndex(long bytes) {
        buckets = bytes / BUCKET_BYTES;
        if (buckets < 1 || buckets >= MOST_BUCKETS) {
            throw new IllegalArgumentException("index bytes=" + bytes + ", allowed: at least " + BUCKET_BYTES
                    + ", less than " + MOST_BUCKETS * BUCKET_BYTES);
        }
        long block = OffHeap.allocateFor(this, sizeBytes() + BUCKET_BYTES);
        base = (block + BUCKET_BYTES - 1) & -BUCKET_BYTES;
        OffHeap.zero(base, sizeBytes());
    }

    /** Returns the bytes of the table. */
    public long sizeBytes() {
        return buckets * BUCKET_BYTES;
    }

    /** Returns the largest number of entries. */
    public long capacity() {
        return buckets * PLACES;
    }

    /** Returns the number of entries. */
    public long entries() {
        return entries.sum();
    }

    /** Returns the number of entries that lost their place to a newer entry. */
    public long displaced() {
        return displaced.sum();
    }

    /**
     * Returns the first place, {@code from} or later, whose entry matches the hash; {@link #NONE} if there is none. The
     * entry is read with {@link #entry}. Places are 0 to {@link #CANDIDATES} - 1.
     */
    public int seek(long hash, int from) {
        long fingerprint = fingerprint(hash);
        for (int place = from; place < CANDIDATES; place++) {
            long entry = entry(hash, place);
            if (entry != EMPTY && entry >>> 48 == fingerprint) {
                return place;
            }
        }
        return NONE;
    }

    /** Returns the entry at a place of a hash. It may have changed since {@link #seek}: check with {@link #matches}. */
    public long entry(long hash, int place) {
        return OffHeap.getLongVolatile(address(hash, place));
    }

    /** Returns whether an entry is not empty and has the fingerprint of the hash. */
    public static boolean matches(long hash, long entry) {
        return entry != EMPTY && entry >>> 48 == fingerprint(hash);
    }

    /**
     * Adds the entry of a record as the only one of its hash: all matching entries are removed.
     *
     * @param hash the hash of the record's key
     * @param segmentSlot the segment slot of the record
     * @param offset the offset of the record in its segment, bytes
     * @param recordBytes the length of the record, bytes
     * @param removed called with every entry that was removed or replaced
     */
    public void put(long hash, int segmentSlot, int offset, int recordBytes, EntryVisitor removed) {
        remove(hash, removed);
        long entry = EntryDescriptor.encode(
                (int) fingerprint(hash), segmentSlot, offset, EntryDescriptor.sizeClassOf(recordBytes), 0);
        assert matches(hash, entry) && EntryDescriptor.offset(entry) == offset : "entry=" + Long.toHexString(entry);
        while (true) {
            int place = placeFor(hash);
            long old = entry(hash, place);
            if (old != EMPTY && EntryDescriptor.recency(old) != 0) {
                age(hash);
            } else if (OffHeap.compareAndSetLong(address(hash, place), old, entry)) {
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

    /** Removes every entry that matches the hash. Returns their number. */
    public int remove(long hash, EntryVisitor removed) {
        int count = 0;
        for (int place = seek(hash, 0); place != NONE; place = seek(hash, place)) {
            long entry = entry(hash, place);
            if (matches(hash, entry) && OffHeap.compareAndSetLong(address(hash, place), entry, EMPTY)) {
                entries.decrement();
                removed.visit(entry);
                count++;
            }
        }
        return count;
    }

    /** Removes the entry that refers to the same record as {@code entry}. Returns whether there still was one. */
    public boolean removeExact(long hash, long entry) {
        boolean removed = replace(hash, entry, EMPTY);
        if (removed) {
            entries.decrement();
        }
        return removed;
    }

    /**
     * Changes the entry of a record to refer to a copy of the record, if the entry still exists.
     *
     * @param hash the hash of the key
     * @param entry the entry as it was read; its recency is kept
     * @param segmentSlot the segment slot of the copy
     * @param offset the offset of the copy, bytes
     * @return whether the entry still existed
     */
    public boolean move(long hash, long entry, int segmentSlot, int offset) {
        int sizeClass = EntryDescriptor.sizeClass(entry);
        int recency = EntryDescriptor.recency(entry);
        return replace(
                hash, entry, EntryDescriptor.encode((int) fingerprint(hash), segmentSlot, offset, sizeClass, recency));
    }

    /**
     * Returns the entry of the record at a location, or {@link EntryDescriptor#EMPTY} if the index does not refer to
     * it.
     */
    public long find(long hash, int segmentSlot, int offset) {
        for (int place = seek(hash, 0); place != NONE; place = seek(hash, place + 1)) {
            long entry = entry(hash, place);
            if (matches(hash, entry)
                    && EntryDescriptor.segmentSlot(entry) == segmentSlot
                    && EntryDescriptor.offset(entry) == offset) {
                return entry;
            }
        }
        return EMPTY;
    }

    /** Raises the recency of an entry whose record was read. Best effort: a lost race loses a count. */
    public void touch(long hash, int place, long entry) {
        int recency = EntryDescriptor.recency(entry);
        if (recency < EntryDescriptor.MAX_RECENCY) {
            OffHeap.compareAndSetLong(address(hash, place), entry, EntryDescriptor.withRecency(entry, recency + 1));
        }
    }

    /** Raises the recency of the current entry of a hash; see {@link #touch(long, int, long)}. */
    public void touch(long hash) {
        int place = seek(hash, 0);
        if (place != NONE) {
            long entry = entry(hash, place);
            if (matches(hash, entry)) {
                touch(hash, place, entry);
            }
        }
    }

    /** Resets the recency of the current entry of a hash to 0. Best effort. */
    public void cool(long hash) {
        int place = seek(hash, 0);
        if (place != NONE) {
            long entry = entry(hash, place);
            if (matches(hash, entry)) {
                OffHeap.compareAndSetLong(address(hash, place), entry, EntryDescriptor.withRecency(entry, 0));
            }
        }
    }

    /**
     * Visits the entries in a part of the table.
     *
     * @param from the first place of the table to visit, 0 to {@link #capacity}
     * @param to the place after the last one to visit, at most {@link #capacity}
     * @param isAging whether the recency of each entry is first lowered by one
     * @param visitor called with each entry, after aging
     */
    void sweep(long from, long to, boolean isAging, EntryVisitor visitor) {
        assert from >= 0 && to <= capacity() : "from=" + from + " to=" + to + " of " + capacity();
        for (long position = from; position < to; position++) {
            long address = base + position * ENTRY_BYTES;
            long entry = OffHeap.getLongVolatile(address);
            if (entry == EMPTY) {
                continue;
            }
            int recency = EntryDescriptor.recency(entry);
            if (isAging && recency > 0) {
                long older = EntryDescriptor.withRecency(entry, recency - 1);
                OffHeap.compareAndSetLong(address, entry, older);
                entry = older;
            }
            visitor.visit(entry);
        }
    }

    /** Clears the table. The entry of a concurrent {@link #put} may survive. */
    public void clear() {
        OffHeap.zero(base, sizeBytes());
        entries.reset();
    }

    /** Returns a view of a part of the table's memory, for snapshot and recovery; little endian, like the words. */
    public ByteBuffer memory(long offsetBytes, int bytes) {
        assert isInside(offsetBytes, bytes) : "offset=" + offsetBytes + " bytes=" + bytes + " of " + sizeBytes();
        return OffHeap.view(base + offsetBytes, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Copies a part of the table while it is in use: no word is torn, but the words are not read at one moment. */
    public void copy(long offsetBytes, int bytes, ByteBuffer to) {
        assert isInside(offsetBytes, bytes) : "offset=" + offsetBytes + " bytes=" + bytes + " of " + sizeBytes();
        for (long address = base + offsetBytes; address < base + offsetBytes + bytes; address += ENTRY_BYTES) {
            to.putLong(OffHeap.getLongVolatile(address));
        }
    }

    /** Counts the entries again, after {@link #memory} was written to, and clears those that are not to be kept. */
    public void recount(LongPredicate isKept) {
        entries.reset();
        for (long offset = 0; offset < sizeBytes(); offset += ENTRY_BYTES) {
            long entry = OffHeap.getLongVolatile(base + offset);
            if (entry != EMPTY && (isKept.test(entry) || !OffHeap.compareAndSetLong(base + offset, entry, EMPTY))) {
                entries.increment();
            }
        }
    }

    /** Clears the entries that match {@code isDoomed}, in one pass over the whole table. */
    public void removeIf(LongPredicate isDoomed) {
        for (long address = base; address < base + sizeBytes(); address += ENTRY_BYTES) {
            long entry = OffHeap.getLongVolatile(address);
            while (entry != EMPTY && isDoomed.test(entry)) {
                if (OffHeap.compareAndSetLong(address, entry, EMPTY)) {
                    entries.decrement();
                    break;
                }
                entry = OffHeap.getLongVolatile(address);
            }
        }
    }

    private boolean isInside(long offsetBytes, int bytes) {
        return offsetBytes >= 0 && bytes >= 0 && offsetBytes + bytes <= sizeBytes();
    }

    private boolean replace(long hash, long entry, long next) {
        for (int place = seek(hash, 0); place != NONE; place = seek(hash, place + 1)) {
            long current = entry(hash, place);
            while (EntryDescriptor.isSameRecord(current, entry)) {
                if (OffHeap.compareAndSetLong(address(hash, place), current, next)) {
                    return true;
                }
                current = entry(hash, place);
            }
        }
        return false;
    }

    /** Returns an empty place in the emptier bucket; otherwise the place of the entry with the lowest recency. */
    private int placeFor(long hash) {
        int first = emptyPlaces(hash, 0);
        int second = emptyPlaces(hash, PLACES);
        int from = second > first ? PLACES : 0;
        if (first != 0 || second != 0) {
            for (int place = from; place < from + PLACES; place++) {
                if (entry(hash, place) == EMPTY) {
                    return place;
                }
            }
        }
        return leastRecent(hash);
    }

    /** Returns the place of the entry with the lowest recency; ties are broken in rotation. */
    private int leastRecent(long hash) {
        tieBreak++;
        int best = 0;
        int bestRecency = EntryDescriptor.MAX_RECENCY + 1;
        for (int i = 0; i < CANDIDATES; i++) {
            int place = (i + tieBreak) & (CANDIDATES - 1);
            int recency = EntryDescriptor.recency(entry(hash, place));
            if (recency < bestRecency) {
                bestRecency = recency;
                best = place;
            }
        }
        return best;
    }

    private int emptyPlaces(long hash, int from) {
        int empty = 0;
        for (int place = from; place < from + PLACES; place++) {
            if (entry(hash, place) == EMPTY) {
                empty++;
            }
        }
        return empty;
    }

    private void age(long hash) {
        for (int place = 0; place < CANDIDATES; place++) {
            long entry = entry(hash, place);
            int recency = EntryDescriptor.recency(entry);
            if (recency > 0) {
                OffHeap.compareAndSetLong(address(hash, place), entry, EntryDescriptor.withRecency(entry, recency - 1));
            }
        }
    }

    private static long fingerprint(long hash) {
        return hash & 0xffff;
    }

    private long address(long hash, int place) {
        return base + bucket(hash, place) * BUCKET_BYTES + (long) (place & (PLACES - 1)) * ENTRY_BYTES;
    }

    /**
     * Returns a candidate bucket: the first comes from the upper bits of the hash, the second from those of its mix.
     */
    private long bucket(long hash, int place) {
        assert place >= 0 && place < CANDIDATES : "place=" + place;
        long bits = place < PLACES ? hash : KeyHash.mix(hash);
        long bucket = ((bits >>> 32) * (buckets & 0xffffffffL)) >>> 32;
        assert bucket >= 0 && bucket < buckets : "bucket=" + bucket + " of " + buckets;
        return bucket;
    }
}
