package org.ssdtier.segmentlog.format;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Segment header layout: the first device page of a segment file; records start on the second.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                         Magic "SLSG"                          |   0
 *  +-------------------------------+-------------------------------+
 *  |        Format Version         |     State: 0 free, 1 used     |   4
 *  +-------------------------------+-------------------------------+
 *  |                          Instance ID                          |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                        Sequence Number                        |  16
 *  +---------------------------------------------------------------+
 *  |                             Slot                              |  20
 *  +---------------------------------------------------------------+
 *  |                         Segment Bytes                         |  24
 *  +---------------------------------------------------------------+
 *  |                         zeros to 60 ...                       |  28
 *  +---------------------------------------------------------------+
 *  |                            CRC32C                             |  60
 *  +---------------------------------------------------------------+
 *  |                        zeros to 4096 ...                      |  64
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class SegmentHeaderDescriptor {
    /** "SLSG", read as a little-endian number. */
    public static final int MAGIC = 'S' | 'L' << 8 | 'S' << 16 | 'G' << 24;
    /** State of a segment whose content is not valid any more. */
    public static final int STATE_FREE = 0;
    /** State of a segment that has, or had, records. */
    public static final int STATE_USED = 1;
    /** Length of the header with its padding: one device page. */
    public static final int LENGTH_BYTES = 4096;

    /** Offset of the 32-bit sequence number. */
    public static final int SEQUENCE_OFFSET = 16;
    /** Offset of the 32-bit slot. */
    public static final int SLOT_OFFSET = 20;
    /** Offset of the 32-bit length of the whole segment in bytes. */
    public static final int SEGMENT_BYTES_OFFSET = 24;

    private static final String NAME_PREFIX = "segment-";
    private static final Pattern NAME = Pattern.compile(NAME_PREFIX + "\\d{5}");

    private SegmentHeaderDescriptor() {}

    /** Returns the name of the segment file of a slot. */
    public static String fileName(int slot) {
        return String.format(Locale.ROOT, "%s%05d", NAME_PREFIX, slot);
    }

    /** Returns whether a segment file has this name. */
    public static boolean isFileName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns the slot of the segment file of this name. */
    public static int slotOf(String fileName) {
        return Integer.parseInt(fileName.substring(NAME_PREFIX.length()));
    }

    /**
     * A segment header, decoded.
     *
     * @param isUsed whether the content of the segment is valid
     * @param instanceId instance ID of the log it belongs to
     * @param sequence sequence number of the segment
     * @param slot slot of the segment
     * @param segmentBytes length of the segment
     * @param recordVersion version of its records, which is that of the header
     */
    public record Fields(boolean isUsed, long instanceId, int sequence, int slot, int segmentBytes, int recordVersion) {

        /** Creates the fields of a header of the version that is written. */
        public Fields(boolean isUsed, long instanceId, int sequence, int slot, int segmentBytes) {
            this(isUsed, instanceId, sequence, slot, segmentBytes, RecordDescriptor.VERSION);
        }

        /** Returns the identity of the segment. */
        public SegmentIdentity identity() {
            return new SegmentIdentity(instanceId, sequence, recordVersion);
        }
    }

    /**
     * Writes a header at the start of a buffer.
     *
     * @param buffer little-endian, at least {@link HeaderDescriptor#HEADER_BYTES} long
     */
    public static void encode(ByteBuffer buffer, Fields fields) {
        HeaderDescriptor.begin(buffer, 0, MAGIC, fields.isUsed() ? STATE_USED : STATE_FREE, fields.instanceId());
        buffer.putInt(SEQUENCE_OFFSET, fields.sequence());
        buffer.putInt(SLOT_OFFSET, fields.slot());
        buffer.putInt(SEGMENT_BYTES_OFFSET, fields.segmentBytes());
        HeaderDescriptor.seal(buffer, 0);
    }

    /**
     * Reads a header at the start of a buffer.
     *
     * @param what name of the file, for messages
     * @throws FormatException when it is damaged or of a version that is not read
     */
    public static Fields decode(ByteBuffer buffer, String what) throws FormatException {
        int version = HeaderDescriptor.check(buffer, 0, MAGIC, what);
        return new Fields(
                buffer.getShort(HeaderDescriptor.STATE_OFFSET) == STATE_USED,
                buffer.getLong(HeaderDescriptor.INSTANCE_ID_OFFSET),
                buffer.getInt(SEQUENCE_OFFSET),
                buffer.getInt(SLOT_OFFSET),
                buffer.getInt(SEGMENT_BYTES_OFFSET),
                version);
    }
}
