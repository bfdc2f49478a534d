package org.ssdtier.segmentlog.format;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * Header layout: the 64 bytes that all structures except records have in common (manifest copy, segment header, segment
 * footer, marker).
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                             Magic                             |   0
 *  +-------------------------------+-------------------------------+
 *  |        Format Version         |             State             |   4
 *  +-------------------------------+-------------------------------+
 *  |                          Instance ID                          |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                  44 bytes of the structure's                  |  16
 *  |                              ...                              |
 *  +---------------------------------------------------------------+
 *  |                 CRC32C of the 60 bytes before                 |  60
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>All numbers are little-endian. The offsets of magic, version and checksum stay the same in all future versions.
 * The checksum is verified before the version, so a flipped bit in the version is distinguished from a file of another
 * version. The instance ID is drawn when a log is created or cleared, so a file of another log is never mistaken for
 * one of this log.
 *
 * <p>The scheme (magic, version, id, checksum; corrupt, too old, too new) is that of Lucene's {@code CodecUtil}.
 */
public final class HeaderDescriptor {
    /** The version written. */
    public static final int FORMAT_VERSION = 2;
    /** The oldest version still read. */
    public static final int OLDEST_READABLE_VERSION = 1;
    /** Length of the header. */
    public static final int HEADER_BYTES = 64;

    /** Offset of the 32-bit magic number. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the 16-bit format version. */
    public static final int VERSION_OFFSET = 4;
    /** Offset of the 16-bit state, whose meaning depends on the structure. */
    public static final int STATE_OFFSET = 6;
    /** Offset of the 64-bit instance ID. */
    public static final int INSTANCE_ID_OFFSET = 8;
    /** Offset of the first byte that is specific to the structure. */
    public static final int BODY_OFFSET = 16;
    /** Offset of the 32-bit checksum. */
    public static final int CHECKSUM_OFFSET = 60;

    private HeaderDescriptor() {}

    /**
     * Writes magic, version, state and instance ID.
     *
     * @param buffer little-endian
     * @param at index of the start of the header
     */
    static void begin(ByteBuffer buffer, int at, int magic, int state, long instanceId) {
        buffer.putInt(at + MAGIC_OFFSET, magic);
        buffer.putShort(at + VERSION_OFFSET, (short) FORMAT_VERSION);
        buffer.putShort(at + STATE_OFFSET, (short) state);
        buffer.putLong(at + INSTANCE_ID_OFFSET, instanceId);
    }

    /** Writes the checksum; everything else must already be written. */
    static void seal(ByteBuffer buffer, int at) {
        buffer.putInt(at + CHECKSUM_OFFSET, checksum(buffer, at, CHECKSUM_OFFSET));
    }

    /**
     * Checks magic, checksum and version, in this order.
     *
     * @param what name of file and structure, for the message
     * @return the version, {@link #OLDEST_READABLE_VERSION} to {@link #FORMAT_VERSION}
     * @throws FormatException when one of them is invalid
     */
    static int check(ByteBuffer buffer, int at, int magic, String what) throws FormatException {
        int foundMagic = buffer.getInt(at + MAGIC_OFFSET);
        if (foundMagic != magic) {
            throw new FormatException.Corrupt(what + " offset=" + at
                    + String.format(Locale.ROOT, ": magic=%08x, expected %08x", foundMagic, magic));
        }
        int stored = buffer.getInt(at + CHECKSUM_OFFSET);
        int computed = checksum(buffer, at, CHECKSUM_OFFSET);
        if (stored != computed) {
            throw new FormatException.Corrupt(what + " offset=" + at
                    + String.format(Locale.ROOT, ": checksum=%08x, computed %08x", stored, computed));
        }
        int version = Short.toUnsignedInt(buffer.getShort(at + VERSION_OFFSET));
        String range = what + " version=" + version + ", readable " + OLDEST_READABLE_VERSION + " to " + FORMAT_VERSION;
        if (version < OLDEST_READABLE_VERSION) {
            throw new FormatException.TooOld(range);
        }
        if (version > FORMAT_VERSION) {
            throw new FormatException.TooNew(range);
        }
        return version;
    }

    /** Returns the CRC32C of a part of a buffer, whose position and limit stay unchanged. */
    static int checksum(ByteBuffer buffer, int at, int lengthBytes) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.slice(at, lengthBytes));
        return (int) crc.getValue();
    }
}
