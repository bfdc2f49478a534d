package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * File layout of the journal: {@code journal-00000001} and so on. All numbers are little endian. The first 4 KiB page:
 *
 * <pre>
 *   0        4        8             16            24            32            40       44       48       52
 *  +--------+--------+-------------+-------------+-------------+-------------+--------+--------+--------+-----------+
 *  | magic  | format | instance ID | file number | number of   | end of the  | origin | stamp  | stamp  | identity, |
 *  |        | version| of the log  |             | the file    | file before |        | base   | limit  | length    |
 *  |        |        |             |             | before      |             |        |        |        | first (2) |
 *  +--------+--------+-------------+-------------+-------------+-------------+--------+--------+--------+-----------+
 *  | zeros to 4092 ...                                                                  | CRC32C of 0..4092         |
 *  +------------------------------------------------------------------------------------+---------------------------+
 * </pre>
 *
 * <p>Records follow, each starting at a page boundary:
 *
 * <pre>
 *   0        4        8                16               24       28       32
 *  +--------+--------+----------------+----------------+--------+--------+----------------------+
 *  | magic  | payload|  file number   |  offset of the | CRC of | CRC32C | payload, zeros to    |
 *  |        | bytes  |                |  record        | last   |        | the next page        |
 *  +--------+--------+----------------+----------------+--------+--------+----------------------+
 * </pre>
 *
 * <p>The checksum covers the 28 bytes before it and the payload, which {@link JournalRecord} describes. A record
 * contains its own place, so that data left on the device by an earlier file is never mistaken for a record. It also
 * contains the checksum of the record before it (0 if it is the first). This is needed because, when several records
 * are discarded together, the first is overwritten and the others may begin exactly where a later record ends.
 *
 * <p>A file ends at its first incomplete record. The next file contains the number of the file and the offset of its
 * end. If the file now ends elsewhere, records in the middle of the journal were lost, and nothing behind them counts.
 */
final class JournalDescriptor {
    /** "SSDJ". */
    static final int MAGIC = 0x4a445353;
    /** "SJRC". */
    static final int RECORD_MAGIC = 0x43524a53;
    /** The version written and read. In version 1, records had no checksum of the record before them. */
    static final int FORMAT_VERSION = 2;
    /** The length of the header; records start at multiples of this length. */
    static final int HEADER_BYTES = Device.PAGE_BYTES;
    /** The number of bytes before a record's payload. */
    static final int RECORD_HEADER_BYTES = 32;
    /** The largest length of a payload. */
    static final int MAX_PAYLOAD_BYTES = 4 << 20;
    /** The highest file number. */
    static final long MAX_NUMBER = 99_999_999;

    /** The pattern of the file names, for a {@link org.ssdtier.segmentlog.device.DirectoryKind}. */
    static final String NAMES = "journal-#";

    private static final String PREFIX = "journal-";
    private static final int VERSION_OFFSET = 4;
    private static final int INSTANCE_ID_OFFSET = 8;
    private static final int NUMBER_OFFSET = 16;
    private static final int PREVIOUS_NUMBER_OFFSET = 24;
    private static final int PREVIOUS_END_OFFSET = 32;
    private static final int ORIGIN_OFFSET = 40;
    private static final int STAMP_BASE_OFFSET = 44;
    private static final int STAMP_LIMIT_OFFSET = 48;
    private static final int IDENTITY_OFFSET = 52;
    private static final int CHECKSUM_OFFSET = HEADER_BYTES - Integer.BYTES;
    private static final int MAX_IDENTITY_BYTES = CHECKSUM_OFFSET - IDENTITY_OFFSET - Short.BYTES;

    private static final int PAYLOAD_BYTES_OFFSET = 4;
    private static final int RECORD_NUMBER_OFFSET = 8;
    private static final int RECORD_OFFSET_OFFSET = 16;
    private static final int PREVIOUS_CHECKSUM_OFFSET = 24;
    private static final int RECORD_CHECKSUM_OFFSET = 28;

    /** The state from which a file starts. */
    enum Origin {
        /** The SSD was empty. */
        EMPTY(1),
        /** The state at the end of the previous file. (Or the checkpoint of the same number, once it exists.) */
        CONTINUED(2),
        /** An unknown state. (But the checkpoint of the same number may exist.) */
        UNKNOWN(3);

        private final int code;

        Origin(int code) {
            this.code = code;
        }

        private static Origin of(int code, String name) throws FormatException {
            for (Origin origin : values()) {
                if (origin.code == code) {
                    return origin;
                }
            }
            throw new FormatException.Corrupt("file=" + name + " origin=" + code + ", allowed 1 to " + values().length);
        }
    }

    /**
     * The fields of the header.
     *
     * @param instanceId instance ID of the log to which the journal belongs
     * @param number number of the file
     * @param previousNumber number of the previous file; 0 if there is none
     * @param previousEnd offset at which the previous file ended
     * @param origin state from which the file starts
     * @param stampBase stamp that every table started with in this life of the cache
     * @param stampLimit stamp above those of all records in the log, as long as there is no later file
     * @param identity identity of the cache, which must be the same for the images to count
     */
    record Fields(
            long instanceId,
            long number,
            long previousNumber,
            long previousEnd,
            Origin origin,
            int stampBase,
            int stampLimit,
            ByteBuffer identity) {}

    private JournalDescriptor() {}

    /** Returns the name of a file. */
    static String name(long number) {
        return String.format(Locale.ROOT, "%s%08d", PREFIX, number);
    }

    /** Returns the number of a file; -1 for a file that does not belong to the journal. */
    static long numberOf(String name) {
        return name.matches(PREFIX + "\\d{8}") ? Long.parseLong(name.substring(PREFIX.length())) : -1;
    }

    static void encode(ByteBuffer page, Fields fields) {
        page.putInt(0, MAGIC);
        page.putInt(VERSION_OFFSET, FORMAT_VERSION);
        page.putLong(INSTANCE_ID_OFFSET, fields.instanceId());
        page.putLong(NUMBER_OFFSET, fields.number());
        page.putLong(PREVIOUS_NUMBER_OFFSET, fields.previousNumber());
        page.putLong(PREVIOUS_END_OFFSET, fields.previousEnd());
        page.putInt(ORIGIN_OFFSET, fields.origin().code);
        page.putInt(STAMP_BASE_OFFSET, fields.stampBase());
        page.putInt(STAMP_LIMIT_OFFSET, fields.stampLimit());
        int identityBytes = fields.identity().remaining();
        if (identityBytes > MAX_IDENTITY_BYTES) {
            throw new IllegalArgumentException(
                    "identity bytes=" + identityBytes + ", allowed 0 to " + MAX_IDENTITY_BYTES);
        }
        page.putShort(IDENTITY_OFFSET, (short) identityBytes);
        page.put(
                IDENTITY_OFFSET + Short.BYTES,
                fields.identity(),
                fields.identity().position(),
                identityBytes);
        page.putInt(CHECKSUM_OFFSET, SnapshotDescriptor.checksum(page.slice(0, CHECKSUM_OFFSET)));
    }

    static Fields decode(ByteBuffer page, String name) throws FormatException {
        int magic = page.getInt(0);
        int stored = page.getInt(CHECKSUM_OFFSET);
        int computed = SnapshotDescriptor.checksum(page.slice(0, CHECKSUM_OFFSET));
        if (magic != MAGIC || stored != computed) {
            throw new FormatException.Corrupt(String.format(
                    Locale.ROOT,
                    "file=%s offset=0: magic=%08x, expected %08x; checksum=%08x, computed %08x",
                    name,
                    magic,
                    MAGIC,
                    stored,
                    computed));
        }
        int version = page.getInt(VERSION_OFFSET);
        if (version != FORMAT_VERSION) {
            String range = "file=" + name + " version=" + version + ", readable " + FORMAT_VERSION;
            throw version < FORMAT_VERSION ? new FormatException.TooOld(range) : new FormatException.TooNew(range);
        }
        byte[] identity = new byte[Math.min(MAX_IDENTITY_BYTES, page.getShort(IDENTITY_OFFSET) & 0xffff)];
        page.get(IDENTITY_OFFSET + Short.BYTES, identity);
        return new Fields(
                page.getLong(INSTANCE_ID_OFFSET),
                page.getLong(NUMBER_OFFSET),
                page.getLong(PREVIOUS_NUMBER_OFFSET),
                page.getLong(PREVIOUS_END_OFFSET),
                Origin.of(page.getInt(ORIGIN_OFFSET), name),
                page.getInt(STAMP_BASE_OFFSET),
                page.getInt(STAMP_LIMIT_OFFSET),
                ByteBuffer.wrap(identity));
    }

    /**
     * The place of a record.
     *
     * @param number number of the file
     * @param offset offset in the file
     * @param previousChecksum checksum of the record before it; 0 if it is the first
     */
    record Place(long number, long offset, int previousChecksum) {}

    /**
     * Writes the header of a record at the start of a buffer that already holds the payload behind it.
     *
     * @return the checksum of the record
     */
    static int encodeRecord(ByteBuffer record, int payloadBytes, Place place) {
        record.putInt(0, RECORD_MAGIC);
        record.putInt(PAYLOAD_BYTES_OFFSET, payloadBytes);
        record.putLong(RECORD_NUMBER_OFFSET, place.number());
        record.putLong(RECORD_OFFSET_OFFSET, place.offset());
        record.putInt(PREVIOUS_CHECKSUM_OFFSET, place.previousChecksum());
        int checksum = recordChecksum(record, payloadBytes);
        record.putInt(RECORD_CHECKSUM_OFFSET, checksum);
        return checksum;
    }

    /**
     * Returns the payload length of a record whose first page is in the buffer; -1 if it is not a record of that place.
     */
    static int payloadBytes(ByteBuffer firstPage, Place place) {
        boolean isRecord = firstPage.getInt(0) == RECORD_MAGIC
                && firstPage.getLong(RECORD_NUMBER_OFFSET) == place.number()
                && firstPage.getLong(RECORD_OFFSET_OFFSET) == place.offset()
                && firstPage.getInt(PREVIOUS_CHECKSUM_OFFSET) == place.previousChecksum();
        int bytes = firstPage.getInt(PAYLOAD_BYTES_OFFSET);
        return isRecord && bytes >= 0 && bytes <= MAX_PAYLOAD_BYTES ? bytes : -1;
    }

    /** Returns the checksum stored in a record. */
    static int checksum(ByteBuffer record) {
        return record.getInt(RECORD_CHECKSUM_OFFSET);
    }

    /** Returns whether the checksum of a record that is completely in the buffer is correct. */
    static boolean isIntact(ByteBuffer record, int payloadBytes) {
        return checksum(record) == recordChecksum(record, payloadBytes);
    }

    private static int recordChecksum(ByteBuffer record, int payloadBytes) {
        CRC32C crc = new CRC32C();
        crc.update(record.slice(0, RECORD_CHECKSUM_OFFSET));
        crc.update(record.slice(RECORD_HEADER_BYTES, payloadBytes));
        return (int) crc.getValue();
    }
}
