package org.ssdtier.segmentlog.format;

import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Segment footer layout: the last device pages of a sealed segment, with one entry for each record, in order of offsets,
 * then the trailer, which ends the file.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                       Key Hash, entry 0                       |   0
 *  |                                                               |
 *  +-------------------------------------------------------------+-+
 *  |     Record Length (unpadded), 31 bits in 1 to 5 bytes       |G|   8
 *  +-------------------------------------------------------------+-+
 *  |    only if G is 1: gap before the record in units of 16       |
 *  |                     bytes, in 1 to 4 bytes                    |
 *  +---------------------------------------------------------------+
 *  |              more entries, then zeros up to the               |
 *  |             last 64 bytes of the segment: trailer             |
 *  +===============================================================+
 *  |                         Magic "SLFT"                          |   0
 *  +-------------------------------+-------------------------------+
 *  |        Format Version         |    Version of the Records     |   4
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
 *  |                   Length of the Entries, bytes                |  32
 *  +---------------------------------------------------------------+
 *  |                         zeros to 60 ...                       |  36
 *  +---------------------------------------------------------------+
 *  |                            CRC32C                             |  60
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Numbers of variable length have seven bits in each byte, lowest first; the highest bit of a byte says that another
 * follows (LEB128). A record begins where the one before it ends with its padding to 16 bytes, or after a gap: the rest
 * of a page, or a record that was lost. The first one begins on the second page of the segment.
 *
 * <p>A trailer belongs to its segment only if both have the same sequence number: a slot that is used again keeps the
 * footer of its former segment until the new one is sealed.
 *
 * <p>Version 1 had entries of 16 bytes (key hash, record offset, record length), and zeros in place of the version of the
 * records and the length of the entries.
 */
public final class FooterDescriptor {
    /** "SLFT", read as a little-endian number. */
    public static final int MAGIC = 'S' | 'L' << 8 | 'F' << 16 | 'T' << 24;
    /** Length of the longest entry: key hash, record length, gap. */
    public static final int MAX_ENTRY_BYTES = Long.BYTES + 5 + 4;
    /** Length of the trailer. */
    public static final int TRAILER_BYTES = HeaderDescriptor.HEADER_BYTES;

    /** Offset of the 32-bit sequence number in the trailer. */
    public static final int SEQUENCE_OFFSET = 16;
    /** Offset of the 32-bit number of entries in the trailer. */
    public static final int ENTRY_COUNT_OFFSET = 20;
    /** Offset of the 32-bit end of the records in the trailer. */
    public static final int END_OFFSET_OFFSET = 24;
    /** Offset of the 32-bit checksum of the entries in the trailer. */
    public static final int ENTRIES_CHECKSUM_OFFSET = 28;
    /** Offset of the 32-bit length of the entries in the trailer. */
    public static final int ENTRIES_BYTES_OFFSET = 32;

    /** Length of an entry in version 1. */
    public static final int ENTRY_BYTES_1 = 16;

    private static final int PAGE_BYTES = 4096;
    private static final int PAYLOAD_BITS = 7;
    private static final int MORE = 1 << PAYLOAD_BITS;

    private FooterDescriptor() {}

    /**
     * A decoded trailer.
     *
     * @param version version of the footer
     * @param segment identity of the segment it belongs to
     * @param entryCount number of records of the segment
     * @param entriesBytes length of the entries
     * @param endOffset offset where its records end
     * @param entriesChecksum CRC32C of the entries
     */
    public record Trailer(
            int version,
            SegmentIdentity segment,
            int entryCount,
            int entriesBytes,
            int endOffset,
            int entriesChecksum) {}

    /** Returns the length of a footer in bytes, a whole number of device pages. */
    public static long footerBytes(long entriesBytes) {
        return (entriesBytes + TRAILER_BYTES + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }

    /**
     * Returns the length of an entry.
     *
     * @param gapBytes bytes between the end of the record before, with its padding, and this one; a multiple of 16
     * @param recordBytes length of the record without padding
     */
    public static int entryBytes(int gapBytes, int recordBytes) {
        int bytes = Long.BYTES + numberBytes(recordBytes << 1);
        return gapBytes == 0 ? bytes : bytes + numberBytes(gapBytes / RecordDescriptor.ALIGNMENT_BYTES);
    }

    private static int numberBytes(int number) {
        int bytes = 1;
        for (int left = number >>> PAYLOAD_BITS; left != 0; left >>>= PAYLOAD_BITS) {
            bytes++;
        }
        return bytes;
    }

    /** Writes the rest of an entry, after its key hash, at the position of a buffer; see {@link #entryBytes}. */
    public static void putPlace(ByteBuffer to, int gapBytes, int recordBytes) {
        putNumber(to, recordBytes << 1 | (gapBytes == 0 ? 0 : 1));
        if (gapBytes != 0) {
            putNumber(to, gapBytes / RecordDescriptor.ALIGNMENT_BYTES);
        }
    }

    private static void putNumber(ByteBuffer to, int number) {
        int left = number;
        while (left >>> PAYLOAD_BITS != 0) {
            to.put((byte) (left | MORE));
            left >>>= PAYLOAD_BITS;
        }
        to.put((byte) left);
    }

    /**
     * Reads the number at the position of a buffer: the record length, doubled, plus 1 if a gap follows; or the gap.
     *
     * @param what name of the file, for messages
     * @throws FormatException.Corrupt when it is longer than any that is written, or the entries end before it
     */
    public static int getNumber(ByteBuffer from, String what) throws FormatException.Corrupt {
        int number = 0;
        for (int shift = 0; shift < Integer.SIZE && from.hasRemaining(); shift += PAYLOAD_BITS) {
            byte next = from.get();
            number |= (next & MORE - 1) << shift;
            if ((next & MORE) == 0 && number >= 0) {
                return number;
            }
        }
        throw new FormatException.Corrupt(what + ": no number before entries offset=" + from.position());
    }

    /** Writes a trailer, of the version that is written, at the given offset of a little-endian buffer. */
    public static void encode(ByteBuffer buffer, int at, Trailer trailer) {
        SegmentIdentity segment = trailer.segment();
        HeaderDescriptor.begin(buffer, at, MAGIC, segment.recordVersion(), segment.instanceId());
        buffer.putInt(at + SEQUENCE_OFFSET, segment.sequence());
        buffer.putInt(at + ENTRY_COUNT_OFFSET, trailer.entryCount());
        buffer.putInt(at + END_OFFSET_OFFSET, trailer.endOffset());
        buffer.putInt(at + ENTRIES_CHECKSUM_OFFSET, trailer.entriesChecksum());
        buffer.putInt(at + ENTRIES_BYTES_OFFSET, trailer.entriesBytes());
        HeaderDescriptor.seal(buffer, at);
    }

    /**
     * Reads a trailer.
     *
     * @param what name of the file, for messages
     * @throws FormatException when it is damaged or of an unsupported version
     */
    public static Trailer decode(ByteBuffer buffer, int at, String what) throws FormatException {
        int version = HeaderDescriptor.check(buffer, at, MAGIC, what);
        int entryCount = buffer.getInt(at + ENTRY_COUNT_OFFSET);
        int recordVersion = version == 1 ? 1 : buffer.getShort(at + HeaderDescriptor.STATE_OFFSET);
        return new Trailer(
                version,
                new SegmentIdentity(
                        buffer.getLong(at + HeaderDescriptor.INSTANCE_ID_OFFSET),
                        buffer.getInt(at + SEQUENCE_OFFSET),
                        recordVersion),
                entryCount,
                version == 1 ? entryCount * ENTRY_BYTES_1 : buffer.getInt(at + ENTRIES_BYTES_OFFSET),
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
        int computed = HeaderDescriptor.checksum(footer, 0, trailer.entriesBytes());
        if (computed != trailer.entriesChecksum()) {
            throw new FormatException.Corrupt(what
                    + String.format(
                            Locale.ROOT,
                            ": entries checksum=%08x, computed %08x",
                            trailer.entriesChecksum(),
                            computed));
        }
    }
}
