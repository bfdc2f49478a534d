package org.ssdtier.catalogue;

/**
 * Definition layout: the canonical bytes of a schema definition. Two definitions are equal if and only if their
 * canonical bytes are.
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
 * <p>An unsigned varint has seven bits per byte, the low ones first; a set high bit means that another byte follows
 * (LEB128, as in DWARF 4, section 7.6). It must take as few bytes as possible. A longer form is rejected, because equal
 * definitions could otherwise have different bytes.
 */
public final class DefinitionDescriptor {
    /** The version written. */
    public static final int VERSION = 1;
    /** The oldest version still read. */
    public static final int OLDEST_READABLE_VERSION = 1;
    /** Maximum length of a definition in bytes. */
    public static final int MAX_BYTES = 1 << 20;
    /** Maximum number of columns of a definition. */
    public static final int MAX_COLUMNS = 0xFFFF;
    /** Maximum length of a column name in bytes. */
    public static final int MAX_NAME_BYTES = 0xFFFF;
    /** Maximum number of parts of a column. */
    public static final int MAX_PARTS = 0xFFFF;

    /** Bits of the flags that hold the form. */
    public static final int FORM_MASK = 0x07;
    /** Bit of the flags that marks a static column. */
    public static final int STATIC_FLAG = 0x08;

    private DefinitionDescriptor() {}
}
