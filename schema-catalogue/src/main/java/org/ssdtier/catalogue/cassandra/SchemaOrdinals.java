package org.ssdtier.catalogue.cassandra;

/** Decides under which ordinal a row that is being written refers to its schema. Of one thread. */
interface SchemaOrdinals {
    /** The ordinal of the row's schema, or {@link RowSchemas#INLINE}. */
    int ordinalOf(RowScan row);
}
