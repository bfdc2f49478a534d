package org.ssdtier.rowcache.cassandra;

import java.util.function.Supplier;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.WrappingUnfilteredRowIterator;

/**
 * Rows read by a thread that was interrupted before: it is so again once they are closed. A read of a file on an interrupted
 * thread would close the file for everybody.
 */
final class InterruptedRead implements WrappingUnfilteredRowIterator {
    private final UnfilteredRowIterator rows;

    private InterruptedRead(UnfilteredRowIterator rows) {
        this.rows = rows;
    }

    /** Opens the rows with the flag down, as {@code InterruptedException} has left it. */
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
