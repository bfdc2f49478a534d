package org.ssdtier.rowcache.cassandra;

import java.util.function.Supplier;
import org.apache.cassandra.db.ClusteringBound;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.rows.RangeTombstoneBoundaryMarker;
import org.apache.cassandra.db.rows.RangeTombstoneMarker;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.WrappingUnfilteredRowIterator;
import org.jspecify.annotations.Nullable;

/**
 * An iterator over the head of a partition, followed by the rest. The rest is opened only when the caller reads beyond the head.
 * Both are closed.
 *
 * <p>A range tombstone that extends from the head into the rest was cut at the seam. It is joined again, because a replica's digest
 * covers every marker.
 */
final class HeadAndRestIterator implements WrappingUnfilteredRowIterator {
    private final UnfilteredRowIterator head;
    private final Supplier<UnfilteredRowIterator> openRest;
    private @Nullable UnfilteredRowIterator rest;
    private @Nullable Unfiltered next;
    private @Nullable Unfiltered firstOfRest;

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
        if (next == null) {
            next = rest == null ? fromHead() : fromRest(rest);
        }
        return next != null;
    }

    @Override
    public Unfiltered next() {
        Unfiltered result = hasNext() ? next : null;
        if (result == null) {
            return head.next(); // throws the exception of an exhausted iterator
        }
        next = null;
        return result;
    }

    private @Nullable Unfiltered fromHead() {
        if (!head.hasNext()) {
            rest = openRest.get();
            return fromRest(rest);
        }
        Unfiltered unfiltered = head.next();
        boolean mayBeCut = unfiltered instanceof RangeTombstoneMarker marker
                && marker.isClose(false)
                && !marker.isOpen(false)
                && !head.hasNext();
        if (!mayBeCut) {
            return unfiltered;
        }
        rest = openRest.get();
        return joined((RangeTombstoneMarker) unfiltered, rest);
    }

    private @Nullable Unfiltered joined(RangeTombstoneMarker close, UnfilteredRowIterator after) {
        Unfiltered first = fromRest(after);
        ClusteringBound<?> seam = close.closeBound(false).invert();
        boolean isCut = first instanceof RangeTombstoneMarker marker
                && marker.isOpen(false)
                && !marker.isClose(false)
                && marker.openBound(false).equals(seam);
        if (!isCut) {
            firstOfRest = first;
            return close;
        }
        DeletionTime before = close.closeDeletionTime(false);
        DeletionTime behind = ((RangeTombstoneMarker) first).openDeletionTime(false);
        return before.equals(behind)
                ? fromRest(after)
                : RangeTombstoneBoundaryMarker.makeBoundary(false, close.closeBound(false), seam, before, behind);
    }

    private @Nullable Unfiltered fromRest(UnfilteredRowIterator after) {
        Unfiltered first = firstOfRest;
        firstOfRest = null;
        return first != null ? first : after.hasNext() ? after.next() : null;
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
