package org.ssdtier.catalogue.cassandra;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.DeserializationHelper;

/**
 * Tells reads of whole rows, which are those of compaction, scrub and streaming, from those of queries: only they are made without
 * a column filter. Their rows are mostly written again.
 */
final class UnfilteredReads {
    private static final VarHandle FILTER = filter();

    private UnfilteredReads() {}

    /** Whether rows are read without a filter. */
    static boolean includes(DeserializationHelper wanted) {
        return FILTER.get(wanted) == null;
    }

    private static VarHandle filter() {
        try {
            return MethodHandles.privateLookupIn(DeserializationHelper.class, MethodHandles.lookup())
                    .findVarHandle(DeserializationHelper.class, "columnsToFetch", ColumnFilter.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
