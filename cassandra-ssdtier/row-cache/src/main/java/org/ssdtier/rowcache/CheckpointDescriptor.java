package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A checkpoint of the index: {@code checkpoint-00000002} and so on. All numbers are little endian. Its first 4 KiB page is
 * written last, so a file that has it is complete:
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
 * <p>It is followed, each from a page boundary on, by the owner section (the sequence number in each slot, then the tables as
 * {@link JournalRecord}s), the index in chunks of {@value #CHUNK_BYTES} bytes, and the CRC32C of each chunk with a CRC32C of
 * these.
 *
 * <p>The index was copied while it was in use. So entries for records from the first sequence and offset on do not count: those
 * records are read instead. Of the records before it only the entries count: a change may have touched them before the journal's
 * file began. And the journal must reach at least as far as it did when the copy was complete: entries that were copied
 * last may follow changes that it held by then.
 */
final class CheckpointDescriptor {
    /** "SSDC". */
    static final int MAGIC = 0x43445353;
    /** The version written and read. */
    static final int FORMAT_VERSION = 1;
    /** The header's page. */
    static final int HEADER_BYTES = Device.PAGE_BYTES;
    /** The unit of checksums. */
    static final int CHUNK_BYTES = 1 << 18;
    /** The longest owner section. */
    static final int MAX_OWNER_BYTES = 64 << 20;

    /** The names of such files, as a {@link org.ssdtier.segmentlog.device.DirectoryKind} has them. */
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
     * The header's fields.
     *
     * @param instanceId of the log that the index is of
     * @param number of the file, and of the file of the journal that goes on from it
     * @param indexBytes bytes of the index
     * @param segmentBytes bytes of a segment
     * @param ownerBytes bytes of the owner section
     * @param ownerChecksum its CRC32C
     * @param firstSequence the segment that was being filled when the copy began
     * @param firstOffset where its next record went, bytes
     * @param journal how far the journal was when the copy was complete
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
            Journal.Position journal) {
        /** Returns whether a record was there before the copy began. */
        boolean isBefore(int sequence, int offset) {
            return sequence < firstSequence || (sequence == firstSequence && offset < firstOffset);
        }
    }

    private CheckpointDescriptor() {}

    /** Returns the name of a file. */
    static String name(long number) {
        return String.format("%s%08d", PREFIX, number);
    }

    /** Returns the number of a file; -1 for a file that is no checkpoint. */
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
                    "file=%s offset=0: magic=%08x, expected %08x; checksum=%08x, computed %08x",
                    name, magic, MAGIC, stored, computed));
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
                new Journal.Position(page.getLong(JOURNAL_NUMBER_OFFSET), page.getLong(JOURNAL_END_OFFSET)));
        if (fields.ownerBytes() < 0 || fields.ownerBytes() > MAX_OWNER_BYTES) {
            throw new FormatException.Corrupt(
                    "file=" + name + " owner bytes=" + fields.ownerBytes() + ", allowed 0 to " + MAX_OWNER_BYTES);
        }
        return fields;
    }

    /** Returns where the index starts. */
    static long indexOffset(int ownerBytes) {
        return HEADER_BYTES + SnapshotDescriptor.pageCeiling(ownerBytes);
    }

    /** Returns how many chunks an index has. */
    static int chunks(long indexBytes) {
        return (int) ((indexBytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }

    /** Returns where the checksums start. */
    static long checksumsOffset(int ownerBytes, long indexBytes) {
        return indexOffset(ownerBytes) + SnapshotDescriptor.pageCeiling(indexBytes);
    }

    /** Returns the bytes of the checksums, padded. */
    static int checksumsBytes(long indexBytes) {
        return (int) SnapshotDescriptor.pageCeiling((chunks(indexBytes) + 1L) * Integer.BYTES);
    }
}
