package org.ssdtier.rowcache.index;

/**
 * Index entry layout: one 64-bit word of the hash table.
 *
 * <pre>
 *   63            48 47            32 31                     8 7         2 1   0
 *  +----------------+----------------+------------------------+-----------+-----+
 *  |  fingerprint   |  segment slot  | offset, 16-byte units  |   size    | rec |
 *  |    16 bits     |    16 bits     |        24 bits         |   class   |     |
 *  +----------------+----------------+------------------------+-----------+-----+
 * </pre>
 *
 * <p>The size class of a record is at least 1, so an entry is never zero; zero is the empty place. The segment slot is
 * the number of a segment file, of at most 65,536. Offsets reach up to 256 MiB. Recency is the number of times the row
 * was requested again, at most three; it loses one for every lap of the log.
 *
 * <p>Size classes 1 to 32 are multiples of 128 bytes, up to 4 KiB. Beyond that there are two classes per doubling.
 */
public final class EntryDescriptor {
    /** An empty place. */
    public static final long EMPTY = 0;
    /** The unit of offsets, bytes. */
    static final int OFFSET_UNIT_BYTES = 16;
    /** The highest recency. */
    public static final int MAX_RECENCY = 3;
    /** The size of the largest segment that offsets can address, bytes. */
    static final long MAX_SEGMENT_BYTES = 1L << 28;
    /** The largest number of segments. */
    public static final int MAX_SEGMENTS = 1 << 16;

    private static final int FINGERPRINT_SHIFT = 48;
    private static final int SEGMENT_SHIFT = 32;
    private static final int OFFSET_SHIFT = 8;
    private static final int SIZE_SHIFT = 2;
    private static final int LINEAR_CLASSES = 32;
    private static final int LINEAR_BYTES = 128;
    private static final int PAGE_BYTES = 4096;
    private static final int MAX_CLASS = 63;

    private EntryDescriptor() {}

    static long encode(int fingerprint, int segmentSlot, int offset, int sizeClass, int recency) {
        assert (offset & (OFFSET_UNIT_BYTES - 1)) == 0 : "offset=" + offset;
        assert offset >= 0 && offset < MAX_SEGMENT_BYTES : "offset=" + offset;
        assert segmentSlot >= 0 && segmentSlot < MAX_SEGMENTS : "slot=" + segmentSlot;
        assert sizeClass >= 0 && sizeClass <= MAX_CLASS : "size class=" + sizeClass;
        return ((long) fingerprint << FINGERPRINT_SHIFT)
                | ((long) segmentSlot << SEGMENT_SHIFT)
                | ((long) (offset >>> 4) << OFFSET_SHIFT)
                | ((long) sizeClass << SIZE_SHIFT)
                | recency;
    }

    static int fingerprint(long entry) {
        return (int) (entry >>> FINGERPRINT_SHIFT);
    }

    /** Returns the log's slot of the segment that has the record. */
    public static int segmentSlot(long entry) {
        return (int) (entry >>> SEGMENT_SHIFT) & 0xffff;
    }

    /** Returns the offset of the record in its segment, in bytes. */
    public static int offset(long entry) {
        return ((int) (entry >>> OFFSET_SHIFT) & 0xffffff) * OFFSET_UNIT_BYTES;
    }

    /** Returns the size class of the record; see {@link #bytesOf}. */
    public static int sizeClass(long entry) {
        return (int) (entry >>> SIZE_SHIFT) & MAX_CLASS;
    }

    /** Returns how often the row was requested again, 0 to {@link #MAX_RECENCY}. */
    public static int recency(long entry) {
        return (int) entry & MAX_RECENCY;
    }

    static long withRecency(long entry, int recency) {
        assert recency >= 0 && recency <= MAX_RECENCY : "recency=" + recency;
        return (entry & ~MAX_RECENCY) | recency;
    }

    /** Returns whether two entries refer to the same record, ignoring recency. */
    static boolean isSameRecord(long left, long right) {
        return ((left ^ right) & ~MAX_RECENCY) == 0;
    }

    /** Returns the smallest size class that holds a record of {@code recordBytes} bytes. */
    static int sizeClassOf(int recordBytes) {
        if (recordBytes <= PAGE_BYTES) {
            return Math.max(1, (recordBytes + LINEAR_BYTES - 1) / LINEAR_BYTES);
        }
        int sizeClass = LINEAR_CLASSES + 1;
        while (sizeClass < MAX_CLASS && bytesOf(sizeClass) < recordBytes) {
            sizeClass++;
        }
        return sizeClass;
    }

    /** Returns the middle of the lengths of a size class, bytes: the expected length where many lengths occur. */
    public static int meanBytesOf(int sizeClass) {
        return (bytesOf(sizeClass - 1) + bytesOf(sizeClass)) / 2;
    }

    /** Returns the length of the longest record of a size class, bytes. */
    public static int bytesOf(int sizeClass) {
        if (sizeClass <= LINEAR_CLASSES) {
            return sizeClass * LINEAR_BYTES;
        }
        int step = sizeClass - LINEAR_CLASSES;
        int doubled = PAGE_BYTES << (step / 2);
        return (step & 1) == 0 ? doubled : doubled + doubled / 2;
    }
}
