package org.ssdtier.rowcache.cassandra;

import java.util.function.Supplier;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.WrappingUnfilteredRowIterator;

/**
 * An iterator over rows that restores the interrupt flag of the reading thread when it is closed. The flag must be clear during the
 * read: reading a file on an interrupted thread would close the file for all threads.
 */
final class InterruptedRead implements WrappingUnfilteredRowIterator {
    private final UnfilteredRowIterator rows;

    private InterruptedRead(UnfilteredRowIterator rows) {
        this.rows = rows;
    }

    /** Opens the rows with the interrupt flag clear, as {@code InterruptedException} leaves it. */
    static UnfilteredRowIterator of(Supplier<UnfilteredRowIterator> open) {
        boolean opened = false;
        try {
            UnfilteredRowIterator rows = new InterruptedRead(open.get());
            opened = true;
            return rows;
        } finally {
            if (!opened) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public UnfilteredRowIterator wrapped() {
        return rows;
    }

    @Override
    public void close() {
        try {
            rows.close();
        } finally {
            Thread.currentThread().interrupt();
        }
    }
}
