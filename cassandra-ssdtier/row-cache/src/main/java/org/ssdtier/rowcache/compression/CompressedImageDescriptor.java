package org.ssdtier.rowcache.compression;

import java.nio.ByteBuffer;

/**
 * The layout of a compressed image. Integers are big-endian.
 *
 * <pre>
 *   0        4       5                9          11
 *  +--------+-------+----------------+----------+-----------------------------------+
 *  | check  | flags | dictionary ID  | original | Zstd frame without magic number,  |
 *  |        | 0x50  |                | length   | content size, ID and checksum     |
 *  +--------+-------+----------------+----------+-----------------------------------+
 * </pre>
 *
 * <p>The check is the CRC32C of the original image XOR the CRC32 of the dictionary's content.
 *
 * <p>The flags are at the place of an uncompressed image's flags. An uncompressed image never has the flag 0x40. The flag 0x10 and the
 * form of the ID are for releases that do not know compression: they read the ID as a number of schema IDs, which is larger than they
 * allow, and so find no image. For that the ID, read as one of Cassandra's vints, has four bytes: its first five bits are 11101.
 */
public final class CompressedImageDescriptor {
    /** Offset of the flags, in every image. */
    public static final int FLAGS_OFFSET = 4;
    /** Flag of a compressed image. */
    public static final int COMPRESSED = 0x40;
    /** Size of the largest image that is compressed, so that the time to decompress one is bounded; bytes. */
    public static final int MAX_ORIGINAL_BYTES = 32 << 10;

    /** The flags of a compressed image. */
    static final int FLAGS = COMPRESSED | 0x10;

    /** Size of the smallest image that is compressed, in bytes. */
    static final int MIN_ORIGINAL_BYTES = 32;

    /** Bytes before the frame. */
    static final int HEADER_BYTES = 11;

    private static final int CHECK_OFFSET = 0;
    private static final int ID_OFFSET = 5;
    private static final int LENGTH_OFFSET = 9;
    private static final int ID_PREFIX = 0xe8000000;
    private static final int ID_MASK = 0x07ffffff;

    private CompressedImageDescriptor() {}

    /** Returns whether an image, from position to limit, is compressed. */
    public static boolean isCompressed(ByteBuffer image) {
        return (image.get(image.position() + FLAGS_OFFSET) & COMPRESSED) != 0;
    }

    /** Returns the ID that stands for a hash of a dictionary. */
    static int id(int hash) {
        return ID_PREFIX | (hash & ID_MASK);
    }

    /** Writes the header to the beginning of a big-endian buffer. */
    static void encode(ByteBuffer to, int check, int dictionaryId, int originalBytes) {
        assert originalBytes >= MIN_ORIGINAL_BYTES && originalBytes <= MAX_ORIGINAL_BYTES : "bytes=" + originalBytes;
        to.putInt(CHECK_OFFSET, check);
        to.put(FLAGS_OFFSET, (byte) FLAGS);
        to.putInt(ID_OFFSET, dictionaryId);
        to.putShort(LENGTH_OFFSET, (short) originalBytes);
    }

    /** Returns the check of a compressed image. */
    static int check(ByteBuffer image) {
        return image.getInt(image.position() + CHECK_OFFSET);
    }

    /** Returns the ID of the dictionary of a compressed image; 0, which is no ID, if the image is too short. */
    static int dictionaryId(ByteBuffer image) {
        return image.remaining() < HEADER_BYTES ? 0 : image.getInt(image.position() + ID_OFFSET);
    }

    /** Returns the length of the original image in bytes. */
    static int originalBytes(ByteBuffer image) {
        return image.getShort(image.position() + LENGTH_OFFSET) & 0xffff;
    }
}
