package org.ssdtier.catalogue.cassandra.row;

/** A source of the ordinals by which rows that are being written refer to their schemas. Used by one thread. */
public interface SchemaOrdinals {
    /** Returns the ordinal of the row's schema, or {@link RowSchemas#INLINE}. */
    int ordinalOf(RowScan row);
}
