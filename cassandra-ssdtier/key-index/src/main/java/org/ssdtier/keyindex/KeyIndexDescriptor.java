package org.ssdtier.keyindex;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * Layout of a key index: a header page, pages of keys ({@link KeyPageDescriptor}), and the first token of every page of
 * keys, 8 bytes each, filled up with zeros to whole pages. The header is written last: a file without one is not
 * complete.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                         Magic "SKIX"                          |   0
 *  +-------------------------------+-------------------------------+
 *  |        Format Version         |             zeros             |   4
 *  +-------------------------------+-------------------------------+
 *  |                          Instance ID                          |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |           Length of the SSTable's data file in bytes          |  16
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |          Checksum of the SSTable's data file, as stated       |  24
 *  |                    by its digest component                    |
 *  +---------------------------------------------------------------+
 *  |                        Number of Keys                         |  32
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                    Number of Pages of Keys                    |  40
 *  +---------------------------------------------------------------+
 *  |               CRC32C of the first tokens' pages               |  44
 *  +-------------------------------+-------------------------------+
 *  |   Length of the Name, bytes   |       Name, in UTF-8          |  48
 *  +-------------------------------+                               |
 *  |                              ...                              |
 *  +---------------------------------------------------------------+
 *  |                 CRC32C of the 4092 bytes before               | 4092
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>All numbers are little-endian. The instance ID is drawn for every file, so that no page of an older file at the
 * same place is taken for one of this file.
 */
final class KeyIndexDescriptor {
    /** "SKIX", read as a little-endian number. */
    static final int MAGIC = 'S' | 'K' << 8 | 'I' << 16 | 'X' << 24;

    static final int FORMAT_VERSION = 1;

    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 4;
    private static final int INSTANCE_ID_OFFSET = 8;
    private static final int DATA_BYTES_OFFSET = 16;
    private static final int DATA_DIGEST_OFFSET = 24;
    private static final int KEYS_OFFSET = 32;
    private static final int PAGES_OFFSET = 40;
    private static final int TOKENS_CHECKSUM_OFFSET = 44;
    private static final int NAME_LENGTH_OFFSET = 48;
    private static final int NAME_OFFSET = 50;
    private static final int CHECKSUM_OFFSET = Device.PAGE_BYTES - Integer.BYTES;

    private KeyIndexDescriptor() {}

    /**
     * A header, decoded.
     *
     * @param instanceId ID drawn for the file
     * @param identity identity of the SSTable
     * @param keys number of keys
     * @param pages number of pages of keys
     * @param tokensChecksum CRC32C of the pages of first tokens
     */
    record Header(long instanceId, SSTableIdentity identity, long keys, int pages, int tokensChecksum) {
        /** Returns the position of the first tokens. */
        long tokensPosition() {
            return pagePosition(pages);
        }

        int tokensBytes() {
            return KeyIndexDescriptor.tokensBytes(pages);
        }

        /** Returns the length of the file. */
        long fileBytes() {
            return tokensPosition() + tokensBytes();
        }
    }

    /** Returns the position of a page of keys. */
    static long pagePosition(int page) {
        return (page + 1L) * Device.PAGE_BYTES;
    }

    /** Returns the bytes of the first tokens of pages, rounded up to whole pages. */
    static int tokensBytes(int pages) {
        long bytes = pages * (long) Long.BYTES;
        return Math.toIntExact((bytes + Device.PAGE_BYTES - 1) / Device.PAGE_BYTES * Device.PAGE_BYTES);
    }

    /** Writes a header at index 0 of a page of zeros. */
    static void encode(Header header, ByteBuffer page) {
        page.putInt(MAGIC_OFFSET, MAGIC);
        page.putShort(VERSION_OFFSET, (short) FORMAT_VERSION);
        page.putLong(INSTANCE_ID_OFFSET, header.instanceId());
        page.putLong(DATA_BYTES_OFFSET, header.identity().dataBytes());
        page.putLong(DATA_DIGEST_OFFSET, header.identity().dataDigest());
        page.putLong(KEYS_OFFSET, header.keys());
        page.putInt(PAGES_OFFSET, header.pages());
        page.putInt(TOKENS_CHECKSUM_OFFSET, header.tokensChecksum());
        byte[] name = header.identity().name().getBytes(StandardCharsets.UTF_8);
        assert name.length <= SSTableIdentity.MAX_NAME_BYTES
                : "name=" + header.identity().name();
        page.putShort(NAME_LENGTH_OFFSET, (short) name.length);
        page.put(NAME_OFFSET, name);
        page.putInt(CHECKSUM_OFFSET, checksum(page, CHECKSUM_OFFSET));
    }

    /**
     * Reads a header from index 0 of a page.
     *
     * @param what name of the file, for messages
     * @throws FormatException when it is incomplete, damaged or of another version
     */
    static Header decode(ByteBuffer page, String what) throws FormatException {
        int magic = page.getInt(MAGIC_OFFSET);
        if (magic != MAGIC) {
            throw new FormatException.Corrupt(
                    what + String.format(Locale.ROOT, ": magic=%08x, expected %08x", magic, MAGIC));
        }
        int stored = page.getInt(CHECKSUM_OFFSET);
        int computed = checksum(page, CHECKSUM_OFFSET);
        if (stored != computed) {
            throw new FormatException.Corrupt(
                    what + String.format(Locale.ROOT, ": checksum=%08x, computed %08x", stored, computed));
        }
        int version = Short.toUnsignedInt(page.getShort(VERSION_OFFSET));
        if (version > FORMAT_VERSION) {
            throw new FormatException.TooNew(what + " version=" + version + ", readable up to " + FORMAT_VERSION);
        }
        return new Header(
                page.getLong(INSTANCE_ID_OFFSET),
                new SSTableIdentity(
                        name(page, what), page.getLong(DATA_BYTES_OFFSET), page.getLong(DATA_DIGEST_OFFSET)),
                page.getLong(KEYS_OFFSET),
                page.getInt(PAGES_OFFSET),
                page.getInt(TOKENS_CHECKSUM_OFFSET));
    }

    private static String name(ByteBuffer page, String what) throws FormatException {
        int length = Short.toUnsignedInt(page.getShort(NAME_LENGTH_OFFSET));
        if (length > SSTableIdentity.MAX_NAME_BYTES) {
            throw new FormatException.Corrupt(
                    what + ": name length=" + length + ", allowed up to " + SSTableIdentity.MAX_NAME_BYTES);
        }
        byte[] name = new byte[length];
        page.get(NAME_OFFSET, name);
        return new String(name, StandardCharsets.UTF_8);
    }

    /** Returns the CRC32C of the first bytes of a buffer. */
    static int checksum(ByteBuffer buffer, int bytes) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.slice(0, bytes));
        return (int) crc.getValue();
    }
}
