package org.ssdtier.rowcache.cassandra;

import java.util.Iterator;
import java.util.List;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.jspecify.annotations.Nullable;

/** Rows that were taken from a query's answer before it is given; nobody reads beyond the last of them. */
final class GatheredRows extends AbstractUnfilteredRowIterator {
    private final Iterator<Unfiltered> rows;

    /** The {@code first} of the rows {@code all}, which is used no more. */
    GatheredRows(UnfilteredRowIterator all, List<Unfiltered> first) {
        super(
                all.metadata(),
                all.partitionKey(),
                all.partitionLevelDeletion(),
                all.columns(),
                all.staticRow(),
                all.isReverseOrder(),
                all.stats());
        rows = first.iterator();
    }

    @Override
    protected @Nullable Unfiltered computeNext() {
        return rows.hasNext() ? rows.next() : endOfData();
    }
}
