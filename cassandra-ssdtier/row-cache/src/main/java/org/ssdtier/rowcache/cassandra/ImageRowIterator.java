package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.WrappingUnfilteredRowIterator;

/**
 * An iterator over rows that reports the columns fetched by the query and the same static row object as an SSTable's iterator. A
 * replica's digest covers both, so they must not depend on the source of the rows.
 */
final class ImageRowIterator implements WrappingUnfilteredRowIterator {
    private final UnfilteredRowIterator rows;
    private final RegularAndStaticColumns fetched;
    private final Row staticRow;

    ImageRowIterator(UnfilteredRowIterator rows, RegularAndStaticColumns fetched, Row staticRow) {
        this.rows = rows;
        this.fetched = fetched;
        this.staticRow = staticRow;
    }

    @Override
    public UnfilteredRowIterator wrapped() {
        return rows;
    }

    @Override
    public RegularAndStaticColumns columns() {
        return fetched;
    }

    @Override
    public Row staticRow() {
        return staticRow;
    }
}
