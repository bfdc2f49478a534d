package org.ssdtier.rowcache.cassandra;

import java.util.function.Supplier;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.WrappingUnfilteredRowIterator;
import org.jspecify.annotations.Nullable;

/** The head of a partition, and the rest of it if somebody asks for more than the head; closes both. */
final class HeadAndRestIterator implements WrappingUnfilteredRowIterator {
    private final UnfilteredRowIterator head;
    private final Supplier<UnfilteredRowIterator> openRest;
    private @Nullable UnfilteredRowIterator rest;

    HeadAndRestIterator(UnfilteredRowIterator head, Supplier<UnfilteredRowIterator> openRest) {
        this.head = head;
        this.openRest = openRest;
    }

    @Override
    public UnfilteredRowIterator wrapped() {
        return head;
    }

    @Override
    public boolean hasNext() {
        if (rest == null) {
            if (head.hasNext()) {
                return true;
            }
            rest = openRest.get();
        }
        return rest.hasNext();
    }

    @Override
    public Unfiltered next() {
        return hasNext() ? (rest == null ? head.next() : rest.next()) : head.next();
    }

    @Override
    public void close() {
        try (head) {
            if (rest != null) {
                rest.close();
            }
        }
    }
}
