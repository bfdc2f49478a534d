package org.ssdtier.catalogue;

/**
 * Dictionary layout, version 1: header, body, footer. It is still read, and is written for nodes that cannot read a
 * later one.
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
 *  |                CRC32C of the body as stored                   |   4
 *  +---------------------------------------------------------------+
 *  |              CRC32C of the header and bytes 0 to 7            |   8
 *  +---------------------------------------------------------------+
 *  |                         Magic "LDSS"                          |  12
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>All numbers are little-endian. An entry's ordinal is its position in the list, from 0. The body is deflated (RFC
 * 1951) if that makes it shorter. The footer must be at the end of the file, so a file that was truncated or extended
 * has none. The scheme (magic, version, id, checksums; corrupt, too old, too new) is that of Lucene's
 * {@code CodecUtil}.
 */
final class SchemaListV1Descriptor {
    static final int VERSION = 1;
    /** Flag of a deflated body. */
    static final int DEFLATED_FLAG = 1;

    /** Length of the header; the body follows. */
    static final int HEADER_BYTES = 24;

    /** Offset of the 32-bit length of the body before it was deflated, in the footer. */
    static final int BODY_BYTES_OFFSET = 0;
    /** Offset of the body's checksum in the footer. */
    static final int BODY_CHECKSUM_OFFSET = 4;
    /** Offset of the checksum of header and footer in the footer. */
    static final int FOOTER_CHECKSUM_OFFSET = 8;
    /** Offset of the 32-bit magic number in the footer. */
    static final int FOOTER_MAGIC_OFFSET = 12;
    /** Length of the footer. */
    static final int FOOTER_BYTES = 16;

    private SchemaListV1Descriptor() {}
}
