package org.ssdtier.catalogue;

/**
 * A list of schema IDs and definitions as a file of its own: header, body, footer.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                         Magic "SSDL"                          |   0
 *  +-------------------------------+-------------------------------+
 *  |        Format Version         |     Flags: 1 = deflated       |   4
 *  +-------------------------------+-------------------------------+
 *  |               Instance ID of the catalogue                    |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                         Entry Count                           |  16
 *  +---------------------------------------------------------------+
 *  |                    CRC32C of bytes 0 to 19                    |  20
 *  +===============================================================+
 *  |  Body: for each entry, in order,                              |  24
 *  |    schema ID           unsigned varint, 0 = none              |
 *  |    definition length   unsigned varint                        |
 *  |    definition          {@link DefinitionDescriptor}           |
 *  +===============================================================+
 *  |                   Body Length, not deflated                   |   0
 *  +---------------------------------------------------------------+
 *  |               CRC32C of the body as it lies here              |   4
 *  +---------------------------------------------------------------+
 *  |              CRC32C of the header and bytes 0 to 7            |   8
 *  +---------------------------------------------------------------+
 *  |                         Magic "LDSS"                          |  12
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>All numbers are little-endian. An entry's place in the list, from 0, is its ordinal. The body is deflated (RFC 1951)
 * where that makes it shorter. The footer is looked for at the end of the file, so a file that was cut, or that goes on, has
 * none. The scheme (magic, version, id, checksums; corrupt, too old, too new) is that of Lucene's {@code CodecUtil}.
 */
public final class SchemaListDescriptor {
    /** "SSDL", read as a little-endian number. */
    public static final int MAGIC = 'S' | 'S' << 8 | 'D' << 16 | 'L' << 24;
    /** "LDSS", read as a little-endian number. */
    public static final int FOOTER_MAGIC = 'L' | 'D' << 8 | 'S' << 16 | 'S' << 24;
    /** The version written. */
    public static final int FORMAT_VERSION = 1;
    /** The oldest version still read. */
    public static final int OLDEST_READABLE_VERSION = 1;
    /** Flag of a deflated body. */
    public static final int DEFLATED_FLAG = 1;

    /** Offset of the 32-bit magic number. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the 16-bit format version. */
    public static final int VERSION_OFFSET = 4;
    /** Offset of the 16-bit flags. */
    public static final int FLAGS_OFFSET = 6;
    /** Offset of the 64-bit instance ID. */
    public static final int INSTANCE_ID_OFFSET = 8;
    /** Offset of the 32-bit number of entries. */
    public static final int COUNT_OFFSET = 16;
    /** Offset of the header's checksum. */
    public static final int HEADER_CHECKSUM_OFFSET = 20;
    /** Length of the header; the body follows. */
    public static final int HEADER_BYTES = 24;

    /** Offset of the 32-bit length of the body before it was deflated, in the footer. */
    public static final int BODY_BYTES_OFFSET = 0;
    /** Offset of the body's checksum in the footer. */
    public static final int BODY_CHECKSUM_OFFSET = 4;
    /** Offset of the checksum of header and footer in the footer. */
    public static final int FOOTER_CHECKSUM_OFFSET = 8;
    /** Offset of the 32-bit magic number in the footer. */
    public static final int FOOTER_MAGIC_OFFSET = 12;
    /** Length of the footer. */
    public static final int FOOTER_BYTES = 16;

    /** Most entries of a list. */
    public static final int MAX_ENTRIES = 1 << 20;
    /** Longest body, before it is deflated. */
    public static final int MAX_BODY_BYTES = 256 << 20;

    private SchemaListDescriptor() {}
}
