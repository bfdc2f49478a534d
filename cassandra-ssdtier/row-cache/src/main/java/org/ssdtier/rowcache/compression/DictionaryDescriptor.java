package org.ssdtier.rowcache.compression;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * Layout of the file of a dictionary: {@code dictionary-00000001} and so on, in the directory of the SSD tier. All numbers are little
 * endian. The first 4 KiB page:
 *
 * <pre>
 *   0        4        8        12       16                                32       36       40
 *  +--------+--------+--------+--------+---------------------------------+--------+--------+---------------+
 *  | magic  | format | number | Zstd   | ID of the table, most           | content| CRC32C | CRC32C of     |
 *  |        | version|        | level  | significant half first          | bytes  | of it  | 0..40         |
 *  +--------+--------+--------+--------+---------------------------------+--------+--------+---------------+
 * </pre>
 *
 * <p>The content follows from the second page on, filled up with zeros to the next page.
 */
final class DictionaryDescriptor {
    /** "SSDD". */
    static final int MAGIC = 0x44445353;
    /** The version written, and the only one read. */
    static final int FORMAT_VERSION = 1;
    /** The highest number. */
    static final int MAX_NUMBER = 99_999_999;
    /** The size of the largest file, in bytes. */
    static final int MAX_FILE_BYTES = Device.PAGE_BYTES + Dictionary.MAX_BYTES;

    /** The pattern of the file names, for a {@link org.ssdtier.segmentlog.device.DirectoryKind}. */
    static final String NAMES = "dictionary-#";

    private static final String PREFIX = "dictionary-";
    private static final int VERSION_OFFSET = 4;
    private static final int NUMBER_OFFSET = 8;
    private static final int LEVEL_OFFSET = 12;
    private static final int TABLE_OFFSET = 16;
    private static final int CONTENT_BYTES_OFFSET = 32;
    private static final int CONTENT_CHECKSUM_OFFSET = 36;
    private static final int CHECKSUM_OFFSET = 40;
    private static final int CONTENT_OFFSET = Device.PAGE_BYTES;
    private static final int MAX_LEVEL = 22;

    private DictionaryDescriptor() {}

    /** Returns the name of a file. */
    static String name(int number) {
        return String.format(Locale.ROOT, "%s%08d", PREFIX, number);
    }

    /** Returns the number of a file; -1 for a file that is not a dictionary's. */
    static int numberOf(String name) {
        return name.matches(PREFIX + "\\d{8}") ? Integer.parseInt(name.substring(PREFIX.length())) : -1;
    }

    /** Returns the size of the file of a dictionary, a multiple of a page. */
    static int fileBytes(Dictionary dictionary) {
        int pages = (dictionary.content().length + Device.PAGE_BYTES - 1) / Device.PAGE_BYTES;
        return CONTENT_OFFSET + pages * Device.PAGE_BYTES;
    }

    /** Writes a dictionary to a zeroed buffer of {@link #fileBytes}. */
    static void encode(ByteBuffer file, Dictionary dictionary) {
        byte[] content = dictionary.content();
        file.putInt(0, MAGIC);
        file.putInt(VERSION_OFFSET, FORMAT_VERSION);
        file.putInt(NUMBER_OFFSET, dictionary.number());
        file.putInt(LEVEL_OFFSET, dictionary.level());
        file.putLong(TABLE_OFFSET, dictionary.table().getMostSignificantBits());
        file.putLong(TABLE_OFFSET + Long.BYTES, dictionary.table().getLeastSignificantBits());
        file.putInt(CONTENT_BYTES_OFFSET, content.length);
        file.put(CONTENT_OFFSET, content);
        file.putInt(CONTENT_CHECKSUM_OFFSET, checksum(file, CONTENT_OFFSET, content.length));
        file.putInt(CHECKSUM_OFFSET, checksum(file, 0, CHECKSUM_OFFSET));
    }

    /**
     * Reads a dictionary; the caller owns its reference.
     *
     * @param file the whole file, from 0 to the limit
     * @throws FormatException if it is damaged, or of another version or number
     */
    static Dictionary decode(ByteBuffer file, String name) throws FormatException {
        int stored = file.limit() < CONTENT_OFFSET ? 0 : file.getInt(CHECKSUM_OFFSET);
        int computed = file.limit() < CONTENT_OFFSET ? 0 : checksum(file, 0, CHECKSUM_OFFSET);
        if (file.limit() < CONTENT_OFFSET || file.getInt(0) != MAGIC || stored != computed) {
            throw new FormatException.Corrupt(String.format(
                    Locale.ROOT,
                    "file=%s offset=0: bytes=%d; checksum=%08x, computed %08x",
                    name,
                    file.limit(),
                    stored,
                    computed));
        }
        int version = file.getInt(VERSION_OFFSET);
        if (version != FORMAT_VERSION) {
            String range = "file=" + name + " version=" + version + ", readable " + FORMAT_VERSION;
            throw version < FORMAT_VERSION ? new FormatException.TooOld(range) : new FormatException.TooNew(range);
        }
        int number = file.getInt(NUMBER_OFFSET);
        int level = file.getInt(LEVEL_OFFSET);
        int bytes = file.getInt(CONTENT_BYTES_OFFSET);
        boolean isPossible = number == numberOf(name)
                && level >= 1
                && level <= MAX_LEVEL
                && bytes >= 1
                && bytes <= Dictionary.MAX_BYTES
                && bytes <= file.limit() - CONTENT_OFFSET;
        if (!isPossible || file.getInt(CONTENT_CHECKSUM_OFFSET) != checksum(file, CONTENT_OFFSET, bytes)) {
            throw new FormatException.Corrupt("file=" + name + " offset=" + CONTENT_OFFSET + ": number=" + number
                    + " level=" + level + " bytes=" + bytes + ", allowed 1 to " + Dictionary.MAX_BYTES
                    + " with the checksum of the header");
        }
        byte[] content = new byte[bytes];
        file.get(CONTENT_OFFSET, content);
        UUID table = new UUID(file.getLong(TABLE_OFFSET), file.getLong(TABLE_OFFSET + Long.BYTES));
        return new Dictionary(table, number, content, level);
    }

    private static int checksum(ByteBuffer file, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(file.slice(offset, length));
        return (int) crc.getValue();
    }
}
