package org.ssdtier.rowcache.cassandra;

import java.nio.ByteBuffer;

/**
 * The layout of a row image.
 *
 * <pre>
 *  +-------------+-------+-------------------+------------------+--------------------+------------+--------------------------+
 *  | fingerprint | flags | schema IDs        | encoding stats   | partition deletion | static row | rows, range tombstones … |
 *  | int32       | int8  | count, IDs: vints | 3 vints,         | if 0x02            | if 0x04    | end marker,              |
 *  |             |       | if 0x10           | unless 0x08      |                    |            | unless 0x08              |
 *  +-------------+-------+-------------------+------------------+--------------------+------------+--------------------------+
 *  flags: 0x01 complete (the whole partition), 0x02 partition deletion, 0x04 static row, 0x08 nothing at all,
 *         0x10 rows refer to schema IDs, 0x20 an index follows; 0x40 is of compressed images only
 * </pre>
 *
 * <p>In a large image with several rows, the rows are followed by an index. It divides the rows into parts, each of which begins with
 * a row, and has an entry for each part but the first:
 *
 * <pre>
 *  +---------------------------------+-----------------+----------------------+---------+-----------------------+-------+
 *  | entries: clustering of the      | last clustering | slots: offset of the | offset  | rows, live rows,      | parts |
 *  | part's first row, int8: is a    |                 | part's rows, of its  | of last | live until, mostly    | but   |
 *  | range tombstone open, if so its | unless 0x01     | entry                | (or 0)  | alive until           | one   |
 *  | deletion                        |                 | 2 int32 each         | int32   | 2 int32, 2 int64      | int32 |
 *  +---------------------------------+-----------------+----------------------+---------+-----------------------+-------+
 * </pre>
 *
 * <p>Integers are big-endian, vints are Cassandra's. The fingerprint is the CRC32C of this format's version, of the messaging
 * version and of the table's columns, see {@link ImageLayout}. With schema IDs it is that value XOR a hash of the definitions that
 * the IDs stand for. Bytes of another version, another definition of the table or another catalogue thus have another fingerprint
 * and are not read.
 *
 * <p>Without flag 0x10, rows are as Cassandra's own serializer writes them to messages. With it, they are as in SSTables of the
 * format {@code catalogued}, without sizes, and ordinal <i>n</i> refers to the <i>n</i>th of the schema IDs before the rows. The
 * shorter of the two forms is stored. Offsets count from the beginning of the image. An image without flag 0x20 is read whole,
 * whatever its size; this includes images of releases before the index.
 *
 * <p>An image may be stored compressed as a whole, in the layout of
 * {@link org.ssdtier.rowcache.compression.CompressedImageDescriptor}.
 */
final class RowImageDescriptor {
    /** The version that is written and read; an image of another version is a miss. Version 1 had no schema IDs and no version in its fingerprint. */
    static final int VERSION = 2;

    /** Offset of the fingerprint. */
    static final int FINGERPRINT_OFFSET = 0;
    /** Offset of the flags. */
    static final int FLAGS_OFFSET = FINGERPRINT_OFFSET + Integer.BYTES;
    /** Bytes of the smallest image: fingerprint and flags. */
    static final int HEADER_BYTES = FLAGS_OFFSET + Byte.BYTES;

    /** Flag: the image covers the whole partition. */
    static final int COMPLETE = 0x01;
    /** Flag: the partition has a partition-level deletion. */
    static final int PARTITION_DELETION = 0x02;
    /** Flag: the partition has a static row. */
    static final int STATIC_ROW = 0x04;
    /** Flag: the partition is empty. */
    static final int NOTHING = 0x08;
    /** Flag: the rows refer to schema IDs. */
    static final int SCHEMA_IDS = 0x10;
    /** Flag: the rows are followed by an index. */
    static final int INDEXED = 0x20;

    /** Bytes of an index slot: offset of a part's rows, offset of its entry. */
    static final int INDEX_SLOT_BYTES = 2 * Integer.BYTES;
    /** Bytes after the slots: offset of the last clustering, facts, number of slots. */
    static final int INDEX_END_BYTES = Integer.BYTES + ImageFacts.BYTES + Integer.BYTES;

    /** Maximum number of schema IDs in an image. */
    static final int MAX_SCHEMA_IDS = 127;

    private RowImageDescriptor() {}

    /** Returns whether an image's rows refer to schema IDs. */
    static boolean hasSchemaIds(ByteBuffer image) {
        return (image.get(image.position() + FLAGS_OFFSET) & SCHEMA_IDS) != 0;
    }

    /** Returns whether an image is of a partition that has nothing on disk. */
    static boolean isEmpty(ByteBuffer image) {
        return (image.get(image.position() + FLAGS_OFFSET) & NOTHING) != 0;
    }
}
