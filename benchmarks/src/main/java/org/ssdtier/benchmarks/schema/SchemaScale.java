package org.ssdtier.benchmarks.schema;

import java.util.Locale;

/** The subject of {@code bench schema}: rows, or the schema catalogue of a node. */
enum SchemaScale {
    /** Rows of one SSTable: bytes and CPU, table by table. */
    TABLE,
    /** Very many SSTables with large dictionaries on one node: memory, opening, start. */
    MANY,
    /** A catalogue whose drive stalls, is full, read-only or gone. */
    STALL;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
