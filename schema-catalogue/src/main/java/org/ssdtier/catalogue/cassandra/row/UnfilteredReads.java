package org.ssdtier.catalogue.cassandra.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.DeserializationHelper;

/**
 * A test for reads of whole rows, which are those of compaction, scrub and streaming. Unlike reads of queries, they
 * have no column filter. Their rows are mostly written again.
 */
final class UnfilteredReads {
    private static final VarHandle FILTER = filter();

    private UnfilteredReads() {}

    /** Returns whether rows are read without a filter. */
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
