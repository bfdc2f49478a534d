package org.ssdtier.files.table;

/** The columns that a statement reads. */
public enum Columns {
    /** All but the content. */
    METADATA,
    /** All. */
    CONTENT
}
