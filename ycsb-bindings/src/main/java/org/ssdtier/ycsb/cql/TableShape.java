package org.ssdtier.ycsb.cql;

/** How a record is laid out in a table. */
public enum TableShape {
    /** One text column a field. */
    COLUMNS,
    /** One {@code map<text, text>} column that holds all fields: what applications without a fixed schema do today. */
    MAP
}
