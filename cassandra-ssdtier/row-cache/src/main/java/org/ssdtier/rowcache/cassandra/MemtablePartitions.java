package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.partitions.Partition;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.IPartitioner;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.jspecify.annotations.Nullable;

/**
 * An iterator over the partitions of a memtable, in token order. The rows of a partition are read only on demand.
 *
 * <p>A memtable exposes its partitions only through a filter, so a filter captures each partition.
 */
final class MemtablePartitions implements AutoCloseable {
    private final Memtable memtable;
    private final ColumnFilter columns;
    private final KeepingFilter filter = new KeepingFilter();
    private final UnfilteredPartitionIterator partitions;
    private @Nullable DecoratedKey key;

    MemtablePartitions(Memtable memtable, IPartitioner partitioner, ColumnFilter columns) {
        this.memtable = memtable;
        this.columns = columns;
        DataRange all = new DataRange(DataRange.allData(partitioner).keyRange(), filter);
        this.partitions = memtable.partitionIterator(columns, all, SSTableReadsListener.NOOP_LISTENER);
    }

    boolean hasNext() {
        return partitions.hasNext();
    }

    /** Moves to the next partition and returns its key. */
    DecoratedKey next() {
        filter.kept = null;
        try (UnfilteredRowIterator rows = partitions.next()) {
            DecoratedKey next = rows.partitionKey();
            key = next;
            return next;
        }
    }

    /** Returns the rows of the current partition, see {@link #next}; the caller closes them. */
    UnfilteredRowIterator rows(Slices slices) {
        Partition partition = filter.kept;
        UnfilteredRowIterator rows = partition == null
                ? memtable.rowIterator(key, slices, columns, false, SSTableReadsListener.NOOP_LISTENER)
                : partition.unfilteredIterator(columns, slices, false);
        return rows == null ? EmptyIterators.unfilteredRow(memtable.metadata(), key, false) : rows;
    }

    @Override
    public void close() {
        partitions.close();
    }

    private static final class KeepingFilter extends ClusteringIndexSliceFilter {
        private @Nullable Partition kept;

        KeepingFilter() {
            super(Slices.ALL, false);
        }

        @Override
        public UnfilteredRowIterator getUnfilteredRowIterator(ColumnFilter columns, Partition partition) {
            kept = partition;
            return EmptyIterators.unfilteredRow(partition.metadata(), partition.partitionKey(), false);
        }
    }
}
