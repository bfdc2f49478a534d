package org.ssdtier.keyindex;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.device.Device;

/**
 * Layout of a page of keys: entries of equal width, in the order of the SSTable.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                 CRC32C of the 4092 bytes after                |   0
 *  +---------------------------------------------------------------+
 *  |                          Page Number                          |   4
 *  +---------------------------------------------------------------+
 *  |                          Instance ID                          |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                          First Token                          |  16
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                         First Position                        |  24
 *  |                                                               |
 *  +---------------+---------------+-------------------------------+
 *  |  Token Shift  | Position Bits |            Entries            |  32
 *  +---------------+---------------+-------------------------------+
 *  |                       Entries, bit-packed                     |  36
 *  |                              ...                              |
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>An entry is, from the low bit: the distance of its token from the first one, shifted right by the token shift (20
 * bits); 1 if the partition has an index of its own in the SSTable, which the key index does not replace (1 bit); the
 * distance of its position from the first one (position bits). All numbers are little-endian; tokens are signed, their
 * distances unsigned. The page number and the instance ID of the file show a page that was read from a wrong place.
 */
final class KeyPageDescriptor {
    static final int CHECKSUM_OFFSET = 0;
    static final int NUMBER_OFFSET = 4;
    static final int INSTANCE_ID_OFFSET = 8;
    static final int FIRST_TOKEN_OFFSET = 16;
    static final int FIRST_POSITION_OFFSET = 24;
    static final int TOKEN_SHIFT_OFFSET = 32;
    static final int POSITION_BITS_OFFSET = 33;
    static final int COUNT_OFFSET = 34;
    static final int ENTRIES_OFFSET = 36;

    /** Number of bits of a token's distance. */
    static final int TOKEN_BITS = 20;
    /** Number of bits before the position. */
    static final int PREFIX_BITS = TOKEN_BITS + 1;
    /** Most bits of a position's distance: with it an entry fits into the eight bytes that begin with its first bit. */
    static final int MAX_POSITION_BITS = Long.SIZE - (Byte.SIZE - 1) - PREFIX_BITS;
    /** Number of bits for entries; the last seven bytes are left over, so that an entry is read with one eight-byte read. */
    static final long ENTRY_BITS = (Device.PAGE_BYTES - ENTRIES_OFFSET - (Long.BYTES - 1)) * (long) Byte.SIZE;
    /** Most entries of a page. */
    static final int MAX_ENTRIES = (int) (ENTRY_BITS / PREFIX_BITS);

    private static final int LARGEST_DISTANCE = (1 << TOKEN_BITS) - 1;

    private KeyPageDescriptor() {}

    /** Returns the smallest shift under which a distance between two tokens fits into the bits of an entry. */
    static int tokenShift(long largestDistance) {
        return Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(largestDistance) - TOKEN_BITS);
    }

    /** Returns the number of bits of a distance between two positions. */
    static int positionBits(long largestDistance) {
        return Long.SIZE - Long.numberOfLeadingZeros(largestDistance);
    }

    /** Writes an entry. The bytes of all entries must have been zero before the first one. */
    static void putEntry(ByteBuffer page, int index, int positionBits, long entry) {
        long bit = (long) index * (PREFIX_BITS + positionBits);
        int at = ENTRIES_OFFSET + (int) (bit >>> 3);
        page.putLong(at, page.getLong(at) | (entry << (bit & 7)));
    }

    /** Returns the entry, with bits of the following one above it. */
    private static long entry(ByteBuffer page, int index, int width) {
        long bit = (long) index * width;
        return page.getLong(ENTRIES_OFFSET + (int) (bit >>> 3)) >>> (bit & 7);
    }

    /** Writes the checksum; everything else must already be written. */
    static void seal(ByteBuffer page) {
        page.putInt(CHECKSUM_OFFSET, checksum(page));
    }

    /** Returns whether a page is whole and the one with the given number of the given file. */
    static boolean isValid(ByteBuffer page, int number, long instanceId) {
        int bits = page.get(POSITION_BITS_OFFSET);
        int count = Short.toUnsignedInt(page.getShort(COUNT_OFFSET));
        return page.getInt(NUMBER_OFFSET) == number
                && page.getLong(INSTANCE_ID_OFFSET) == instanceId
                && bits >= 0
                && bits <= MAX_POSITION_BITS
                && count > 0
                && (long) count * (PREFIX_BITS + bits) <= ENTRY_BITS
                && page.getInt(CHECKSUM_OFFSET) == checksum(page);
    }

    /**
     * Returns the position for a token in a valid page.
     *
     * @param token at least the page's first token
     * @return a position in the data file, {@link KeyPosition#ABSENT} or {@link KeyPosition#UNKNOWN}
     */
    static long find(ByteBuffer page, long token) {
        long distance = (token - page.getLong(FIRST_TOKEN_OFFSET)) >>> page.get(TOKEN_SHIFT_OFFSET);
        if (distance > LARGEST_DISTANCE || distance < 0) {
            return KeyPosition.ABSENT;
        }
        int count = Short.toUnsignedInt(page.getShort(COUNT_OFFSET));
        int width = PREFIX_BITS + page.get(POSITION_BITS_OFFSET);
        int index = lowerBound(page, count, width, (int) distance);
        if (index == count || distanceAt(page, index, width) != distance) {
            return KeyPosition.ABSENT;
        }
        if (index + 1 < count && distanceAt(page, index + 1, width) == distance) {
            return KeyPosition.UNKNOWN;
        }
        long entry = entry(page, index, width);
        boolean hasOwnIndex = ((entry >>> TOKEN_BITS) & 1) != 0;
        long position = (entry >>> PREFIX_BITS) & ((1L << (width - PREFIX_BITS)) - 1);
        return hasOwnIndex ? KeyPosition.UNKNOWN : page.getLong(FIRST_POSITION_OFFSET) + position;
    }

    /** Returns the index of the first entry whose token distance is not below the given one. */
    private static int lowerBound(ByteBuffer page, int count, int width, int distance) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (distanceAt(page, middle, width) < distance) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int distanceAt(ByteBuffer page, int index, int width) {
        return (int) entry(page, index, width) & LARGEST_DISTANCE;
    }

    private static int checksum(ByteBuffer page) {
        CRC32C crc = new CRC32C();
        crc.update(page.slice(NUMBER_OFFSET, Device.PAGE_BYTES - NUMBER_OFFSET));
        return (int) crc.getValue();
    }
}
