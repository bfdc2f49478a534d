package org.ssdtier.rowcache.cassandra;

import java.util.function.BiConsumer;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.jspecify.annotations.Nullable;

/**
 * The points between the steps of reads and changes at which another operation may interleave. Tests of the protocol observe these
 * points to force an interleaving; a node has no observer.
 */
final class ProtocolSteps {
    /** A point in a read or a change of a table. */
    enum Step {
        /** A read has begun. */
        READ_ENTERED,
        /** A read has taken its ticket, but not its view. */
        TICKET_TAKEN,
        /** A read has taken its view, but has not looked its key up. */
        VIEW_TAKEN,
        /** A read begins to read a whole partition for the cache. */
        LOADING,
        /** A read has read the view's SSTables into an image, but has not published it. */
        LOADED,
        /** A change of the table's SSTables is about to begin. */
        CHANGE_BEGINS,
        /** A flush is about to merge its memtable into the images. */
        FLUSH_MERGING,
        /** A flush has merged its memtable into the images; Cassandra has not switched its view. */
        FLUSH_MERGED,
        /** Images were purged because SSTables are added or removed; Cassandra has not switched its view. */
        PURGED,
        /** Cassandra has switched its view to other SSTables; the change has not ended. */
        REPLACED
    }

    private volatile @Nullable BiConsumer<Step, ColumnFamilyStore> observer;

    void reached(Step step, ColumnFamilyStore table) {
        BiConsumer<Step, ColumnFamilyStore> current = observer;
        if (current != null) {
            current.accept(step, table);
        }
    }

    /** Sets the observer, called at every step of every table on the thread that reaches it; null removes it. */
    void observe(@Nullable BiConsumer<Step, ColumnFamilyStore> observer) {
        this.observer = observer;
    }
}
