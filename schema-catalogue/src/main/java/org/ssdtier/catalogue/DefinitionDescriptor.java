package org.ssdtier.catalogue;

/**
 * The canonical bytes of a schema definition. Two definitions are the same if and only if these bytes are.
 *
 * <pre>
 *  +----------------+
 *  | version (1)    |  unsigned varint
 *  | column count   |  unsigned varint, 0 to 65,535
 *  +----------------+
 *  for each column, in the order of the row:
 *  +----------------+
 *  | flags          |  8 bits:  0 0 0 0 | S | F F F     S: static   F: form, the code of a {@link ColumnForm}
 *  | name length    |  unsigned varint, 0 to 65,535
 *  | name           |
 *  +----------------+
 *  and if its form has parts:
 *  +----------------+
 *  | part count     |  unsigned varint, 0 to 65,535
 *  +----------------+
 *  for each part, in the order of the row:
 *  +----------------+
 *  | part length    |  unsigned varint
 *  | part           |
 *  +----------------+
 * </pre>
 *
 * <p>An unsigned varint has seven bits a byte, the low ones first; the high bit says that another byte follows (LEB128, as
 * in DWARF 4, section 7.6). It takes as few bytes as it can: a longer one is refused, or equal definitions would have
 * different bytes.
 */
public final class DefinitionDescriptor {
    /** The version written. */
    public static final int VERSION = 1;
    /** The oldest version still read. */
    public static final int OLDEST_READABLE_VERSION = 1;
    /** Longest definition. */
    public static final int MAX_BYTES = 1 << 20;
    /** Most columns of a definition. */
    public static final int MAX_COLUMNS = 0xFFFF;
    /** Longest column name. */
    public static final int MAX_NAME_BYTES = 0xFFFF;
    /** Most parts of a column. */
    public static final int MAX_PARTS = 0xFFFF;

    /** The bits of the flags that are the form. */
    public static final int FORM_MASK = 0x07;
    /** The bit of the flags that says static. */
    public static final int STATIC_FLAG = 0x08;

    private DefinitionDescriptor() {}
}
