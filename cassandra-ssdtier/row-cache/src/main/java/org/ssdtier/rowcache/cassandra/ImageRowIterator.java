package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.WrappingUnfilteredRowIterator;

/**
 * An image's rows under the columns that the query fetches, as an SSTable's iterator has them: a replica's digest covers
 * the columns, so they must not depend on where the rows came from.
 */
final class ImageRowIterator implements WrappingUnfilteredRowIterator {
    private final UnfilteredRowIterator rows;
    private final RegularAndStaticColumns fetched;

    ImageRowIterator(UnfilteredRowIterator rows, RegularAndStaticColumns fetched) {
        this.rows = rows;
        this.fetched = fetched;
    }

    @Override
    public UnfilteredRowIterator wrapped() {
        return rows;
    }

    @Override
    public RegularAndStaticColumns columns() {
        return fetched;
    }
}
