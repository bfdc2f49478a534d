package org.ssdtier.rowcache;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A bounded set of keys whose partitions are not to be read whole for the cache's sake: too large, or nothing an image can be
 * made of. A newer mark may take an older one's place.
 *
 * <p>A mark is good for {@value #MAX_AGE_MINUTES} minutes and for the table as it is: a purge, of a range too, ends those of its table.
 * So a partition that has become smaller is found out, and a truncated table starts anew.
 *
 * <pre>
 *  mark, 64 bits: | fingerprint of key and table's stamp, 40 | minute, 24 |
 * </pre>
 */
final class TooLargeKeys {
    /** Minutes after which a mark is no longer good. */
    static final int MAX_AGE_MINUTES = 10;

    private static final int MINUTE_BITS = 24;
    private static final long MINUTE_MASK = (1L << MINUTE_BITS) - 1;

    private final OffHeapWords marks;
    private final LongSupplier nanoClock;
    private final long originNanos;

    /** Makes a set of {@code slots} marks, at least one. */
    TooLargeKeys(int slots, LongSupplier nanoClock) {
        this.marks = new OffHeapWords(slots);
        this.nanoClock = nanoClock;
        this.originNanos = nanoClock.getAsLong();
    }

    boolean contains(RowKey key) {
        long hash = hash(key);
        long mark = marks.get(slot(hash));
        return ((mark ^ hash) & ~MINUTE_MASK) == 0 && ((minute() - mark) & MINUTE_MASK) < MAX_AGE_MINUTES;
    }

    void add(RowKey key) {
        long hash = hash(key);
        marks.set(slot(hash), (hash & ~MINUTE_MASK) | minute());
    }

    private static long hash(RowKey key) {
        return KeyHash.mix(key.hash + key.table.stamp());
    }

    /** By the bits that are not in the fingerprint, and some that are. */
    private int slot(long hash) {
        return (int) (((hash & 0xffffffffL) * marks.length()) >>> 32);
    }

    /** Minutes since the start. */
    private long minute() {
        return TimeUnit.NANOSECONDS.toMinutes(nanoClock.getAsLong() - originNanos) & MINUTE_MASK;
    }
}
