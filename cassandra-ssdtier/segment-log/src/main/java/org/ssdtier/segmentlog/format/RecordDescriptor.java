package org.ssdtier.segmentlog.format;

/**
 * Record layout: header, key, value, zeros up to the next multiple of 16.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------+---------------+-------------------------------+
 *  |  Magic 0x5D   |   Version     |             Flags             |   0
 *  +---------------+---------------+-------------------------------+
 *  |                  Segment's Sequence Number                    |   4
 *  +---------------------------------------------------------------+
 *  |                 Offset of this record in it                   |   8
 *  +---------------------------------------------------------------+
 *  |                     Generation (the owner's)                  |  12
 *  +---------------------------------------------------------------+
 *  |                           Key Hash                            |  16
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                         Value Length                          |  24
 *  +-------------------------------+-------------------------------+
 *  |          Key Length           |               0               |  28
 *  +-------------------------------+-------------------------------+
 *  |     CRC32C of bytes 0 to 31, exclusive or with the salt       |  32
 *  +---------------------------------------------------------------+
 *  |           CRC32C of bytes 0 to 31, key and value              |  36
 *  +---------------------------------------------------------------+
 *  |                      Key, Value, zeros ...                    |  40
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>A record names its own location. So a write that the device lost or misplaced, and a record left over from a
 * former use of the slot, are detected although their checksums are valid. The {@linkplain SegmentIdentity#salt() salt}
 * of the segment is known only to the log: bytes of a value that look like a record are none.
 *
 * <p>Records follow each other; {@link #place} decides for each whether it crosses the boundary of a 4 KiB device page or
 * starts on the next page. The header never crosses one. Whatever the place, one read of adjoining pages returns the
 * record: {@link #spanBytes}. In version 1, without a salt, no record of up to 4 KiB crossed a boundary, and longer ones
 * started on one.
 */
public final class RecordDescriptor {
    /** Magic number: the first byte of every record. */
    public static final byte MAGIC = 0x5D;
    /** The version written; it is that of {@link HeaderDescriptor#FORMAT_VERSION}. */
    public static final byte VERSION = HeaderDescriptor.FORMAT_VERSION;

    /** Offset of the 8-bit magic number. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the 8-bit version. */
    public static final int VERSION_OFFSET = 1;
    /** Offset of the owner's 16 bits. */
    public static final int FLAGS_OFFSET = 2;
    /** Offset of the 32-bit sequence number of the segment. */
    public static final int SEQUENCE_OFFSET = 4;
    /** Offset of the 32-bit offset of the record in the segment. */
    public static final int RECORD_OFFSET_OFFSET = 8;
    /** Offset of the 32-bit generation. */
    public static final int GENERATION_OFFSET = 12;
    /** Offset of the 64-bit key hash. */
    public static final int KEY_HASH_OFFSET = 16;
    /** Offset of the 32-bit value length in bytes. */
    public static final int VALUE_BYTES_OFFSET = 24;
    /** Offset of the 16-bit unsigned key length in bytes. */
    public static final int KEY_BYTES_OFFSET = 28;
    /** Offset of the checksum of the header. */
    public static final int HEADER_CHECKSUM_OFFSET = 32;
    /** Offset of the checksum of header, key and value. */
    public static final int RECORD_CHECKSUM_OFFSET = 36;
    /** Length of the header; the key follows. */
    public static final int HEADER_BYTES = 40;

    /** Alignment of records: they start at multiples of this number. */
    public static final int ALIGNMENT_BYTES = 16;
    /** Size of a device page. */
    public static final int PAGE_BYTES = 4096;
    /**
     * Least padding saved for which a record crosses a page boundary. A crossing costs each read of the record a page
     * more. Below 64 bytes that buys less than a sixty-fourth of a page. At least the header's length, so that the header
     * is on one page.
     */
    public static final int MIN_SAVED_BYTES = 64;
    /** The same as a divisor of the record's length: what is a small share of a long record is not worth a page. */
    public static final int MIN_SAVED_DIVISOR = 64;
    /** Longest key. */
    public static final int MAX_KEY_BYTES = 0xFFFF;

    private RecordDescriptor() {}

    /** Returns the length of a record without padding. */
    public static long recordBytes(int keyBytes, int valueBytes) {
        return (long) HEADER_BYTES + keyBytes + valueBytes;
    }

    /** Returns a record length with its padding. */
    public static int paddedBytes(int recordBytes) {
        return (recordBytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    }

    /** Returns an offset, rounded up to a multiple of the device page. */
    public static int pageCeiling(int offset) {
        return (offset + PAGE_BYTES - 1) & -PAGE_BYTES;
    }

    /**
     * Returns the offset of a record.
     *
     * @param tail offset where the previous records end, a multiple of 16
     * @param recordBytes length of the record without padding
     * @return {@code tail}, or the start of the next device page if the record does not fit into the rest of this one and
     *     a crossing does not pay
     */
    public static int place(int tail, int recordBytes) {
        int rest = restOfPage(tail);
        boolean stays = recordBytes <= rest || paysToCross(rest, recordBytes);
        return stays ? tail : pageCeiling(tail);
    }

    private static boolean paysToCross(int rest, int recordBytes) {
        return rest >= MIN_SAVED_BYTES && rest >= recordBytes / MIN_SAVED_DIVISOR;
    }

    private static int restOfPage(int offset) {
        return PAGE_BYTES - (offset & (PAGE_BYTES - 1));
    }

    /**
     * Returns the bytes of the device pages to read for a record, from the start of the page that it starts on.
     *
     * @param offset offset of the record
     * @param mostRecordBytes length of the record or an upper bound; 0 if unknown
     * @return a multiple of {@link #PAGE_BYTES}: one page if the record ends on it or the length is unknown
     */
    public static long spanBytes(int offset, int mostRecordBytes) {
        int rest = restOfPage(offset);
        if (mostRecordBytes <= rest || rest < MIN_SAVED_BYTES) {
            return PAGE_BYTES; // no record crosses that close to the end of a page
        }
        long end = PAGE_BYTES - rest + (long) mostRecordBytes;
        return (end + PAGE_BYTES - 1) & -PAGE_BYTES;
    }
}
