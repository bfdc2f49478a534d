package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * Header layout of the file {@value #NAME}: its first 4 KiB page. All numbers are little endian.
 *
 * <pre>
 *   0        4        8                16               24               32
 *  +--------+--------+----------------+----------------+----------------+
 *  | magic  | format |  snapshot id   |  index bytes   | segment bytes  |
 *  |        | version|                |                |                |
 *  +--------+--------+----------------+----------------+----------------+
 *  | stamp  | owner  |  checksum of   |  checksum of   |
 *  | base   | bytes  |  owner section |  this header   |
 *  +--------+--------+----------------+----------------+
 *   32       36       40               44               48
 * </pre>
 *
 * <p>Three sections follow, each starting at a page boundary: the owner section (identity and tables, see
 * {@link IndexSnapshot}); the index as it is in memory, in chunks of {@value #CHUNK_BYTES} bytes; and the CRC32C of
 * each chunk, followed by a CRC32C of these checksums.
 */
final class SnapshotDescriptor {
    /** The file's name. */
    static final String NAME = "index-snapshot";
    /** The magic number, "SSDI". */
    static final int MAGIC = 0x49445353;
    /** The version written. */
    static final int FORMAT_VERSION = 1;
    /** The oldest version read. */
    static final int OLDEST_READABLE_VERSION = 1;
    /** The size of the header, one page, bytes. */
    static final int HEADER_BYTES = 4096;
    /** The number of index bytes that each checksum covers. */
    static final int CHUNK_BYTES = 1 << 20;
    /** The length of the longest owner section, bytes. */
    static final int MAX_OWNER_BYTES = 64 << 20;

    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 4;
    private static final int ID_OFFSET = 8;
    private static final int INDEX_BYTES_OFFSET = 16;
    private static final int SEGMENT_BYTES_OFFSET = 24;
    private static final int STAMP_BASE_OFFSET = 32;
    private static final int OWNER_BYTES_OFFSET = 36;
    private static final int OWNER_CHECKSUM_OFFSET = 40;
    private static final int CHECKSUM_OFFSET = 44;

    /**
     * The fields of the header.
     *
     * @param id the snapshot's id, to which the manifest refers
     * @param indexBytes bytes of the index
     * @param segmentBytes bytes of a segment
     * @param stampBase a stamp higher than that of every image
     * @param ownerBytes bytes of the owner section
     * @param ownerChecksum CRC32C of the owner section
     */
    record Fields(long id, long indexBytes, long segmentBytes, int stampBase, int ownerBytes, int ownerChecksum) {}

    private SnapshotDescriptor() {}

    static void encode(ByteBuffer page, Fields fields) {
        page.putInt(MAGIC_OFFSET, MAGIC);
        page.putInt(VERSION_OFFSET, FORMAT_VERSION);
        page.putLong(ID_OFFSET, fields.id());
        page.putLong(INDEX_BYTES_OFFSET, fields.indexBytes());
        page.putLong(SEGMENT_BYTES_OFFSET, fields.segmentBytes());
        page.putInt(STAMP_BASE_OFFSET, fields.stampBase());
        page.putInt(OWNER_BYTES_OFFSET, fields.ownerBytes());
        page.putInt(OWNER_CHECKSUM_OFFSET, fields.ownerChecksum());
        page.putInt(CHECKSUM_OFFSET, checksum(page.slice(0, CHECKSUM_OFFSET)));
    }

    static Fields decode(ByteBuffer page) throws FormatException {
        int magic = page.getInt(MAGIC_OFFSET);
        int stored = page.getInt(CHECKSUM_OFFSET);
        int computed = checksum(page.slice(0, CHECKSUM_OFFSET));
        if (magic != MAGIC || stored != computed) {
            throw new FormatException.Corrupt(String.format(
                    Locale.ROOT,
                    "file=%s offset=0: magic=%08x, expected %08x; checksum=%08x, computed %08x",
                    NAME,
                    magic,
                    MAGIC,
                    stored,
                    computed));
        }
        int version = page.getInt(VERSION_OFFSET);
        String range = "file=" + NAME + " version=" + version + ", readable " + OLDEST_READABLE_VERSION + " to "
                + FORMAT_VERSION;
        if (version < OLDEST_READABLE_VERSION) {
            throw new FormatException.TooOld(range);
        }
        if (version > FORMAT_VERSION) {
            throw new FormatException.TooNew(range);
        }
        Fields fields = new Fields(
                page.getLong(ID_OFFSET),
                page.getLong(INDEX_BYTES_OFFSET),
                page.getLong(SEGMENT_BYTES_OFFSET),
                page.getInt(STAMP_BASE_OFFSET),
                page.getInt(OWNER_BYTES_OFFSET),
                page.getInt(OWNER_CHECKSUM_OFFSET));
        if (fields.ownerBytes() < 0 || fields.ownerBytes() > MAX_OWNER_BYTES) {
            throw new FormatException.Corrupt(
                    "file=" + NAME + " owner bytes=" + fields.ownerBytes() + ", allowed 0 to " + MAX_OWNER_BYTES);
        }
        return fields;
    }

    /** Returns the CRC32C of the remaining bytes, without changing the buffer's position. */
    static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }

    /** Returns the next page boundary at or after an offset. */
    static long pageCeiling(long offset) {
        return (offset + HEADER_BYTES - 1) & -HEADER_BYTES;
    }
}
