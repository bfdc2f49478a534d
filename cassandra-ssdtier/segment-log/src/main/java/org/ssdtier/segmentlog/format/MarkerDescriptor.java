package org.ssdtier.segmentlog.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * Marker layout: the file that identifies a directory as one of this software. It is written before any file except the
 * lock file, and never deleted.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                         Magic "SLDM"                          |   0
 *  +-------------------------------+-------------------------------+
 *  |        Format Version         |     Kind of the directory     |   4
 *  +-------------------------------+-------------------------------+
 *  |                             zeros                             |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |          Host ID of the node, zeros when not known            |  16
 *  |                              ...                              |
 *  +---------------------------------------------------------------+
 *  |                         zeros to 60 ...                       |  32
 *  +---------------------------------------------------------------+
 *  |                            CRC32C                             |  60
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class MarkerDescriptor {
    /** The file's name. */
    public static final String NAME = "ssdtier-directory";
    /** "SLDM", read as a little-endian number. */
    public static final int MAGIC = 'S' | 'L' << 8 | 'D' << 16 | 'M' << 24;
    /** The version written: the layout has not changed since, so that earlier versions read it, too. */
    public static final int VERSION = 1;
    /** Length of the file. */
    public static final int BYTES = HeaderDescriptor.HEADER_BYTES;

    /** Offset of the host ID, 128 bits, most significant first. */
    public static final int HOST_ID_OFFSET = 16;

    /** The host ID of a directory whose node is not known yet. */
    public static final UUID NO_HOST = new UUID(0, 0);

    private MarkerDescriptor() {}

    /**
     * A marker, decoded.
     *
     * @param kind number of the directory's kind
     * @param hostId host ID of the node that last used the directory, or {@link #NO_HOST}
     */
    public record Fields(int kind, UUID hostId) {}

    /** Returns the encoded marker, as stored in its file. */
    public static ByteBuffer encode(Fields fields) {
        ByteBuffer buffer = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        HeaderDescriptor.begin(buffer, 0, MAGIC, fields.kind(), 0);
        buffer.putShort(HeaderDescriptor.VERSION_OFFSET, (short) VERSION);
        buffer.putLong(HOST_ID_OFFSET, fields.hostId().getMostSignificantBits());
        buffer.putLong(HOST_ID_OFFSET + Long.BYTES, fields.hostId().getLeastSignificantBits());
        HeaderDescriptor.seal(buffer, 0);
        return buffer;
    }

    /**
     * Reads a marker.
     *
     * @param bytes content of the file, at least {@link #BYTES} bytes
     * @param what name of the file, for messages
     * @throws FormatException when it is damaged or of a version that is not read
     */
    public static Fields decode(ByteBuffer bytes, String what) throws FormatException {
        ByteBuffer buffer = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        HeaderDescriptor.check(buffer, 0, MAGIC, what);
        return new Fields(
                buffer.getShort(HeaderDescriptor.STATE_OFFSET),
                new UUID(buffer.getLong(HOST_ID_OFFSET), buffer.getLong(HOST_ID_OFFSET + Long.BYTES)));
    }
}
