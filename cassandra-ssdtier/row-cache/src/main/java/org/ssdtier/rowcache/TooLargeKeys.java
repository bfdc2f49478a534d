package org.ssdtier.rowcache;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.ssdtier.rowcache.index.KeyHash;
import org.ssdtier.rowcache.index.OffHeapWords;

/**
 * A bounded set of keys whose partitions the cache should not read in full: they are too large, or no image can be made
 * of them. A newer mark may replace an older one.
 *
 * <p>A mark is valid for {@value #MAX_AGE_MINUTES} minutes, and until its table is purged as a whole: truncated, altered or
 * dropped. Other changes, a flush above all, invalidate no mark, or each would cost a full read of every large
 * partition; one that has become smaller is tried again when its mark has aged.
 *
 * <pre>
 *  mark, 64 bits: | fingerprint of key and table's floor, 40 | minute, 24 |
 * </pre>
 */
public final class TooLargeKeys {
    /** The minutes for which a mark is valid. */
    static final int MAX_AGE_MINUTES = 10;

    private static final int MINUTE_BITS = 24;
    private static final long MINUTE_MASK = (1L << MINUTE_BITS) - 1;

    private final OffHeapWords marks;
    private final LongSupplier nanoClock;
    private final long originNanos;

    /** Creates a set of {@code slots} marks, at least one. */
    TooLargeKeys(int slots, LongSupplier nanoClock) {
        this.marks = new OffHeapWords(slots);
        this.nanoClock = nanoClock;
        this.originNanos = nanoClock.getAsLong();
    }

    /**
     * Returns whether the key was added, at most some minutes ago and since its table was last purged as a whole. The
     * answer is approximate: a mark may have been replaced, and rarely another key matches.
     */
    public boolean contains(RowKey key) {
        long hash = hash(key, key.table.floor());
        long mark = marks.get(slot(hash));
        return ((mark ^ hash) & ~MINUTE_MASK) == 0 && ((minute() - mark) & MINUTE_MASK) < MAX_AGE_MINUTES;
    }

    /** Marks the key, for some minutes, as too large to be cached or not cacheable. */
    public void add(RowKey key) {
        add(key, key.table.floor());
    }

    /** As {@link #add(RowKey)}, unless the table has changed since {@code ticket}: the partition may be another. */
    public void addUnlessChanged(RowKey key, long ticket) {
        int floor = key.table.floor(); // read first: a purge after the check below leaves a mark that is not valid
        if (key.table.isCurrent(ticket)) {
            add(key, floor);
        }
    }

    /** Adds a mark that is valid while the table's floor is {@code floor}. */
    void add(RowKey key, int floor) {
        long hash = hash(key, floor);
        marks.set(slot(hash), (hash & ~MINUTE_MASK) | minute());
    }

    private static long hash(RowKey key, int floor) {
        return KeyHash.mix(key.hash + floor);
    }

    /** Returns the slot of a hash. It depends on the bits that are not in the fingerprint, and on some that are. */
    private int slot(long hash) {
        return (int) (((hash & 0xffffffffL) * marks.length()) >>> 32);
    }

    /** Returns the minutes since creation, modulo 2<sup>24</sup>. */
    private long minute() {
        return TimeUnit.NANOSECONDS.toMinutes(nanoClock.getAsLong() - originNanos) & MINUTE_MASK;
    }
}
