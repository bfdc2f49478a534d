package org.ssdtier.catalogue;

/**
 * Dictionary layout, version 2: schema IDs and definitions in a file of their own. A header, the tables, the
 * definitions, the tables once more in reverse order, a footer.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                         Magic "SSDL"                          |   0
 *  +-------------------------------+-------------------------------+
 *  |        Format Version         |            Flags: 0           |   4
 *  +-------------------------------+-------------------------------+
 *  |               Instance ID of the catalogue                    |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                         Entry Count                           |  16
 *  +---------------------------------------------------------------+
 *  |                    CRC32C of bytes 0 to 19                    |  20
 *  +---------------------------------------------------------------+
 *  |                       Bytes of the IDs                        |  24
 *  +---------------------------------------------------------------+
 *  |                    Bytes of the directory                     |  28
 *  +---------------------------------------------------------------+
 *  |                      Bytes of the names                       |  32
 *  +---------------------------------------------------------------+
 *  |                   Bytes of the definitions                    |  36
 *  +---------------------------------------------------------------+
 *  |                    CRC32C of bytes 0 to 39                    |  40
 *  +===============================================================+
 *  |  IDs: one frame                                               |  44
 *  |  Directory: one frame                                         |
 *  |  Names: frames of 1 to 64 names                               |
 *  |  Definitions: frames of 1 to 32 definitions                   |
 *  |  Names, directory, IDs: the same bytes as above               |
 *  +===============================================================+
 *  |  Footer: the header with the magic "LDSS" and its own CRCs    |
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>A frame is a part of the file with one checksum:
 *
 * <pre>
 *    CRC32C of the rest     32 bits
 *    kind                   8 bits:  1 IDs, 2 directory, 3 names, 4 definitions; | 128: deflated (RFC 1951)
 *    content length         unsigned varint
 *    deflated length        unsigned varint, only if deflated
 *    content                plain or deflated, whichever is shorter
 * </pre>
 *
 * <p>The contents, in unsigned varints ({@link DefinitionDescriptor}) unless stated otherwise. A zigzag varint encodes
 * n as 2n and −n as 2n − 1:
 *
 * <pre>
 *    IDs:          for each entry, the difference from the previous ID, initially 0; zigzag
 *    directory:    number of frames of names; for each, number of names and length in bytes;
 *                  number of frames of definitions; for each, number of definitions and length in bytes
 *    names:        number of the first name, number of names; for each, length of the prefix it shares with the
 *                  previous name (0 for the first), length of the rest, and the rest
 *    definitions:  ordinal of the first, number of definitions; for each, the columns as in
 *                  {@link DefinitionDescriptor}, without its version and with references in place of names and parts
 *    reference:    2 · length, then the bytes; or 2 · z + 1, where z is the zigzag difference of the name's number from
 *                  that of the previous reference in this list of columns or in this column's parts, initially 0
 * </pre>
 *
 * <p>All other numbers are little-endian. An entry's ordinal is its position in the list, from 0. Bytes 0 to 23 are the
 * same in every version, so each version can detect that a file is too old or too new for it. Any single damaged byte
 * leaves intact the header or the footer, at least one copy of each table, and all definitions except those of one
 * frame. A name in the table of names is stored in the file twice, so the table has only names to which three or more
 * frames refer. Repeated bytes within a frame are deflated.
 */
public final class SchemaListDescriptor {
    /** "SSDL", read as a little-endian number. */
    public static final int MAGIC = 'S' | 'S' << 8 | 'D' << 16 | 'L' << 24;
    /** "LDSS", read as a little-endian number. */
    public static final int FOOTER_MAGIC = 'L' | 'D' << 8 | 'S' << 16 | 'S' << 24;
    /** The version written. */
    public static final int FORMAT_VERSION = 2;
    /** The oldest version still read. */
    public static final int OLDEST_READABLE_VERSION = 1;

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
    /** Offset of the 32-bit checksum of the prefix. */
    public static final int PREFIX_CHECKSUM_OFFSET = 20;
    /** Length of the prefix, the part that is the same in every version. */
    public static final int PREFIX_BYTES = 24;
    /** Offset of the 32-bit length of the IDs. */
    public static final int IDS_BYTES_OFFSET = 24;
    /** Offset of the 32-bit length of the directory. */
    public static final int DIRECTORY_BYTES_OFFSET = 28;
    /** Offset of the 32-bit length of the names. */
    public static final int NAMES_BYTES_OFFSET = 32;
    /** Offset of the 32-bit length of the definitions. */
    public static final int DEFINITIONS_BYTES_OFFSET = 36;
    /** Offset of the header's checksum. */
    public static final int HEADER_CHECKSUM_OFFSET = 40;
    /** Length of the header, and of the footer. */
    public static final int HEADER_BYTES = 44;

    /** Maximum number of entries of a list. */
    public static final int MAX_ENTRIES = 1 << 20;
    /** Maximum bytes of all definitions of a list, with the ID and the length of each. */
    public static final int MAX_BODY_BYTES = 256 << 20;
    /**
     * Maximum bytes of an ID and of a definition's length: unsigned varints of 32 bits, and of
     * {@link DefinitionDescriptor#MAX_BYTES}.
     */
    public static final int MAX_ENTRY_OVERHEAD_BYTES = 5 + 3;
    /** Maximum number of definitions of a frame. */
    public static final int MAX_FRAME_DEFINITIONS = 32;
    /** Bytes of definitions at which a frame is full. */
    public static final int FULL_FRAME_BYTES = 64 << 10;
    /** Maximum number of names of a frame. */
    public static final int MAX_FRAME_NAMES = 64;
    /** Maximum number of names in a list's table. */
    public static final int MAX_NAMES = 1 << 17;
    /** Minimum length of a name in the table; a shorter one is no longer than a reference. */
    public static final int MIN_NAME_BYTES = 3;
    /** Maximum length of a name in the table. */
    public static final int MAX_NAME_BYTES = 1_024;
    /** Minimum number of frames that refer to a name in the table. */
    public static final int MIN_NAME_FRAMES = 3;

    private SchemaListDescriptor() {}
}
