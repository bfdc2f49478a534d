package org.ssdtier.ycsb.cql;

/** The layout of a record in a table. */
public enum TableShape {
    /** One text column per field. */
    COLUMNS,
    /** One {@code map<text, text>} column that holds all fields, as applications without a fixed schema use today. */
    MAP
}
