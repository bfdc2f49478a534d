package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * File layout of a checkpoint of the index: {@code checkpoint-00000002} and so on. All numbers are little endian. The
 * first 4 KiB page is written last, so a file that has this page is complete:
 *
 * <pre>
 *   0        4        8             16            24            32            40
 *  +--------+--------+-------------+-------------+-------------+-------------+
 *  | magic  | format | instance ID | file number | index bytes | segment     |
 *  |        | version| of the log  |             |             | bytes       |
 *  +--------+--------+-------------+-------------+-------------+-------------+
 *  | owner  | CRC32C | first       | first       | number of   | end of the  |
 *  | bytes  | of it  | sequence    | offset      | the journal | journal     |
 *  +--------+--------+-------------+-------------+-------------+-------------+
 *   40       44       48            52            56            64            72
 *  | zeros to 4092 ...                              | CRC32C of 0..4092      |
 *  +------------------------------------------------+------------------------+
 * </pre>
 *
 * <p>The following sections each start at a page boundary: the owner section (the sequence number in each segment slot,
 * then the tables as {@link JournalRecord}s), the index in chunks of {@value #CHUNK_BYTES} bytes, and the CRC32C of
 * each chunk with a CRC32C of these.
 *
 * <p>The index was copied while it was in use. So entries for records at or after the first sequence and offset do not
 * count; those records are read instead. For records before that position only the entries count, because a change may
 * have touched such a record before the journal file began. The journal must reach at least as far as it did when the
 * copy was complete, because entries copied last may depend on changes that the journal held by then.
 */
final class CheckpointDescriptor {
    /** "SSDC". */
    static final int MAGIC = 0x43445353;
    /** The version written and read. */
    static final int FORMAT_VERSION = 1;
    /** The length of the header, one page. */
    static final int HEADER_BYTES = Device.PAGE_BYTES;
    /** The bytes covered by one checksum. */
    static final int CHUNK_BYTES = 1 << 18;
    /** The largest length of the owner section. */
    static final int MAX_OWNER_BYTES = 64 << 20;

    /** The pattern of the file names, for a {@link org.ssdtier.segmentlog.device.DirectoryKind}. */
    static final String NAMES = "checkpoint-#";

    private static final String PREFIX = "checkpoint-";
    private static final int VERSION_OFFSET = 4;
    private static final int INSTANCE_ID_OFFSET = 8;
    private static final int NUMBER_OFFSET = 16;
    private static final int INDEX_BYTES_OFFSET = 24;
    private static final int SEGMENT_BYTES_OFFSET = 32;
    private static final int OWNER_BYTES_OFFSET = 40;
    private static final int OWNER_CHECKSUM_OFFSET = 44;
    private static final int FIRST_SEQUENCE_OFFSET = 48;
    private static final int FIRST_OFFSET_OFFSET = 52;
    private static final int JOURNAL_NUMBER_OFFSET = 56;
    private static final int JOURNAL_END_OFFSET = 64;
    private static final int CHECKSUM_OFFSET = HEADER_BYTES - Integer.BYTES;

    /**
     * The fields of the header.
     *
     * @param instanceId instance ID of the log to which the index belongs
     * @param number number of the file, and of the journal file that continues from it
     * @param indexBytes bytes of the index
     * @param segmentBytes bytes of a segment
     * @param ownerBytes bytes of the owner section
     * @param ownerChecksum CRC32C of the owner section
     * @param firstSequence sequence number of the segment that was being filled when the copy began
     * @param firstOffset offset of the next record in that segment, bytes
     * @param journal end of the journal when the copy was complete
     */
    record Fields(
            long instanceId,
            long number,
            long indexBytes,
            long segmentBytes,
            int ownerBytes,
            int ownerChecksum,
            int firstSequence,
            int firstOffset,
            JournalPosition journal) {
        /** Returns whether a record was written before the copy began. */
        boolean isBefore(int sequence, int offset) {
            return sequence < firstSequence || (sequence == firstSequence && offset < firstOffset);
        }
    }

    private CheckpointDescriptor() {}

    /** Returns the name of a file. */
    static String name(long number) {
        return String.format(Locale.ROOT, "%s%08d", PREFIX, number);
    }

    /** Returns the number of a file; -1 for a file that is not a checkpoint. */
    static long numberOf(String name) {
        return name.matches(PREFIX + "\\d{8}") ? Long.parseLong(name.substring(PREFIX.length())) : -1;
    }

    static void encode(ByteBuffer page, Fields fields) {
        page.putInt(0, MAGIC);
        page.putInt(VERSION_OFFSET, FORMAT_VERSION);
        page.putLong(INSTANCE_ID_OFFSET, fields.instanceId());
        page.putLong(NUMBER_OFFSET, fields.number());
        page.putLong(INDEX_BYTES_OFFSET, fields.indexBytes());
        page.putLong(SEGMENT_BYTES_OFFSET, fields.segmentBytes());
        page.putInt(OWNER_BYTES_OFFSET, fields.ownerBytes());
        page.putInt(OWNER_CHECKSUM_OFFSET, fields.ownerChecksum());
        page.putInt(FIRST_SEQUENCE_OFFSET, fields.firstSequence());
        page.putInt(FIRST_OFFSET_OFFSET, fields.firstOffset());
        page.putLong(JOURNAL_NUMBER_OFFSET, fields.journal().number());
        page.putLong(JOURNAL_END_OFFSET, fields.journal().end());
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
        Fields fields = new Fields(
                page.getLong(INSTANCE_ID_OFFSET),
                page.getLong(NUMBER_OFFSET),
                page.getLong(INDEX_BYTES_OFFSET),
                page.getLong(SEGMENT_BYTES_OFFSET),
                page.getInt(OWNER_BYTES_OFFSET),
                page.getInt(OWNER_CHECKSUM_OFFSET),
                page.getInt(FIRST_SEQUENCE_OFFSET),
                page.getInt(FIRST_OFFSET_OFFSET),
                new JournalPosition(page.getLong(JOURNAL_NUMBER_OFFSET), page.getLong(JOURNAL_END_OFFSET)));
        if (fields.ownerBytes() < 0 || fields.ownerBytes() > MAX_OWNER_BYTES) {
            throw new FormatException.Corrupt(
                    "file=" + name + " owner bytes=" + fields.ownerBytes() + ", allowed 0 to " + MAX_OWNER_BYTES);
        }
        return fields;
    }

    /** Returns the offset of the index in the file. */
    static long indexOffset(int ownerBytes) {
        return HEADER_BYTES + SnapshotDescriptor.pageCeiling(ownerBytes);
    }

    /** Returns the number of chunks of an index. */
    static int chunks(long indexBytes) {
        return (int) ((indexBytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }

    /** Returns the offset of the checksums in the file. */
    static long checksumsOffset(int ownerBytes, long indexBytes) {
        return indexOffset(ownerBytes) + SnapshotDescriptor.pageCeiling(indexBytes);
    }

    /** Returns the length of the checksums, padded to a page. */
    static int checksumsBytes(long indexBytes) {
        return (int) SnapshotDescriptor.pageCeiling((chunks(indexBytes) + 1L) * Integer.BYTES);
    }
}
