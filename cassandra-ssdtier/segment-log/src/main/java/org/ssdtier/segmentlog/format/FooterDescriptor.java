package org.ssdtier.segmentlog.format;

import java.nio.ByteBuffer;

/**
 * Segment footer layout: the last device pages of a sealed segment, with one entry for each record, then the trailer,
 * which ends the file.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                       Key Hash, entry 0                       |   0
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                         Record Offset                         |   8
 *  +---------------------------------------------------------------+
 *  |                    Record Length (unpadded)                   |  12
 *  +---------------------------------------------------------------+
 *  |              more entries, then zeros up to the               |
 *  |             last 64 bytes of the segment: trailer             |
 *  +===============================================================+
 *  |                         Magic "SLFT"                          |   0
 *  +-------------------------------+-------------------------------+
 *  |        Format Version         |               0               |   4
 *  +-------------------------------+-------------------------------+
 *  |                          Instance ID                          |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                        Sequence Number                        |  16
 *  +---------------------------------------------------------------+
 *  |                          Entry Count                          |  20
 *  +---------------------------------------------------------------+
 *  |                   End Offset of the Records                   |  24
 *  +---------------------------------------------------------------+
 *  |                     CRC32C of the entries                     |  28
 *  +---------------------------------------------------------------+
 *  |                         zeros to 60 ...                       |  32
 *  +---------------------------------------------------------------+
 *  |                            CRC32C                             |  60
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>A trailer belongs to its segment only if both have the same sequence number: a slot that is used again keeps the
 * footer of its former segment until the new one is sealed.
 */
public final class FooterDescriptor {
    /** "SLFT", read as a little-endian number. */
    public static final int MAGIC = 'S' | 'L' << 8 | 'F' << 16 | 'T' << 24;
    /** Length of an entry. */
    public static final int ENTRY_BYTES = 16;
    /** Length of the trailer. */
    public static final int TRAILER_BYTES = HeaderDescriptor.HEADER_BYTES;

    /** Offset of the 64-bit key hash in an entry. */
    public static final int ENTRY_KEY_HASH_OFFSET = 0;
    /** Offset of the 32-bit record offset in an entry. */
    public static final int ENTRY_RECORD_OFFSET_OFFSET = 8;
    /** Offset of the 32-bit record length in an entry. */
    public static final int ENTRY_RECORD_BYTES_OFFSET = 12;

    /** Offset of the 32-bit sequence number in the trailer. */
    public static final int SEQUENCE_OFFSET = 16;
    /** Offset of the 32-bit number of entries in the trailer. */
    public static final int ENTRY_COUNT_OFFSET = 20;
    /** Offset of the 32-bit end of the records in the trailer. */
    public static final int END_OFFSET_OFFSET = 24;
    /** Offset of the 32-bit checksum of the entries in the trailer. */
    public static final int ENTRIES_CHECKSUM_OFFSET = 28;

    private static final int PAGE_BYTES = 4096;

    private FooterDescriptor() {}

    /**
     * A decoded trailer.
     *
     * @param instanceId instance ID of the log it belongs to
     * @param sequence sequence number of the segment
     * @param entryCount number of records of the segment
     * @param endOffset offset where its records end
     * @param entriesChecksum CRC32C of the entries
     */
    public record Trailer(long instanceId, int sequence, int entryCount, int endOffset, int entriesChecksum) {}

    /** Returns the length of a footer in bytes, a whole number of device pages. */
    public static long footerBytes(int entryCount) {
        long bytes = (long) entryCount * ENTRY_BYTES + TRAILER_BYTES;
        return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }

    /** Writes a trailer at the given offset of a little-endian buffer. */
    public static void encode(ByteBuffer buffer, int at, Trailer trailer) {
        HeaderDescriptor.begin(buffer, at, MAGIC, 0, trailer.instanceId());
        buffer.putInt(at + SEQUENCE_OFFSET, trailer.sequence());
        buffer.putInt(at + ENTRY_COUNT_OFFSET, trailer.entryCount());
        buffer.putInt(at + END_OFFSET_OFFSET, trailer.endOffset());
        buffer.putInt(at + ENTRIES_CHECKSUM_OFFSET, trailer.entriesChecksum());
        HeaderDescriptor.seal(buffer, at);
    }

    /**
     * Reads a trailer.
     *
     * @param what name of the file, for messages
     * @throws FormatException when it is damaged or of an unsupported version
     */
    public static Trailer decode(ByteBuffer buffer, int at, String what) throws FormatException {
        HeaderDescriptor.check(buffer, at, MAGIC, what);
        return new Trailer(
                buffer.getLong(at + HeaderDescriptor.INSTANCE_ID_OFFSET),
                buffer.getInt(at + SEQUENCE_OFFSET),
                buffer.getInt(at + ENTRY_COUNT_OFFSET),
                buffer.getInt(at + END_OFFSET_OFFSET),
                buffer.getInt(at + ENTRIES_CHECKSUM_OFFSET));
    }

    /**
     * Checks the entries in front of a trailer.
     *
     * @param footer whole footer, from its first entry
     * @throws FormatException.Corrupt when they are damaged
     */
    public static void checkEntries(ByteBuffer footer, Trailer trailer, String what) throws FormatException.Corrupt {
        int computed = HeaderDescriptor.checksum(footer, 0, trailer.entryCount() * ENTRY_BYTES);
        if (computed != trailer.entriesChecksum()) {
            throw new FormatException.Corrupt(what
                    + String.format(": entries checksum=%08x, computed %08x", trailer.entriesChecksum(), computed));
        }
    }
}
