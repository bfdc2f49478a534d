package org.ssdtier.rowcache.cassandra;

import static org.apache.cassandra.utils.MonotonicClock.Global.approxTime;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.ViewReads;
import org.apache.cassandra.db.lifecycle.SSTableSet;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.FBUtilities;

/**
 * The state of one read, captured in the order of the protocol.
 *
 * @param definition the current definition of the table; the command's own definition may be older, because a statement stays
 *     prepared when the table's caching changes
 */
record ImageRead(
        SinglePartitionReadCommand command,
        ColumnFamilyStore table,
        ReadExecutionController controller,
        TableImages images,
        long ticket,
        View view,
        TableMetadata definition) {

    ImageLayout layout() {
        return images.layout(command.metadata());
    }

    /** Reads memtables and SSTables as Cassandra does without a row cache. */
    UnfilteredRowIterator uncached() {
        return command.queryMemtableAndDisk(table, controller);
    }

    /** Returns the view's SSTables whose range contains the partition's token. */
    Iterable<SSTableReader> sstables() {
        return View.select(SSTableSet.LIVE, command.partitionKey()).apply(view);
    }

    /** Reads another command for the partition from the view's SSTables, and from its memtables if these are included. */
    UnfilteredRowIterator ofView(SinglePartitionReadCommand other, boolean withMemtables) {
        return ViewReads.read(other, table, fragment(withMemtables), controller);
    }

    private ColumnFamilyStore.ViewFragment fragment(boolean withMemtables) {
        List<SSTableReader> sstables = new ArrayList<>();
        sstables().forEach(sstables::add);
        return new ColumnFamilyStore.ViewFragment(
                sstables, withMemtables ? view.getAllMemtables() : List.<Memtable>of());
    }

    boolean cachesWholePartitions() {
        return cachesWholePartitions(definition);
    }

    /** Returns the number of live rows after which the partition's image ends; 0 if the table is no longer cached. */
    int rowsToCache() {
        return rowsToCache(definition);
    }

    /** Returns the time as of which this read may purge content for later reads; never a time in the future. */
    long nowInSeconds() {
        return Math.min(command.nowInSec(), FBUtilities.nowInSeconds());
    }

    /** Returns the nanoseconds until the command times out; {@link Long#MAX_VALUE} if that is not known. */
    static long nanosLeft(SinglePartitionReadCommand command) {
        long createdNanos = command.creationTimeNanos();
        return createdNanos < 0 ? Long.MAX_VALUE : createdNanos + command.timeoutNanos() - approxTime.now();
    }

    static int rowsToCache(TableMetadata definition) {
        return cachesWholePartitions(definition)
                ? Integer.MAX_VALUE
                : definition.params.caching.rowsPerPartitionToCache();
    }

    private static boolean cachesWholePartitions(TableMetadata definition) {
        return definition.clusteringColumns().isEmpty()
                ? definition.params.caching.cacheRows()
                : definition.params.caching.cacheAllRows();
    }
}
