package org.ssdtier.catalogue.cassandra.row;

/** The form in which a row with a schema is written. */
enum RowForm {
    /** Cassandra's own form: the row contains its names. */
    STOCK,
    /** The layout {@link RowLayout#CELLS}. */
    CELLS,
    /** The layout {@link RowLayout#UNIFORM} or one of its variants. */
    UNIFORM
}
