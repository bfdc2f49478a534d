package org.ssdtier.rowcache.cassandra;

import java.util.Iterator;
import java.util.List;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.jspecify.annotations.Nullable;

/** An iterator over the first rows of a query's answer, collected in advance. The query's limit is reached within them. */
final class GatheredRows extends AbstractUnfilteredRowIterator {
    private final Iterator<Unfiltered> rows;

    /** Iterates over {@code first}, the first rows of {@code all}; {@code all} is no longer used. */
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
