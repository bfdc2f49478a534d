package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.filter.ClusteringIndexNamesFilter;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.transform.Transformation;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;

/**
 * A transformation equal to the last step of Cassandra's query by clustering
 * ({@code queryMemtableAndSSTablesInTimestampOrder}): the merged rows are filtered once more, so that cells which were not
 * requested and are older than the row's liveness are removed. A replica's digest depends on whether that was done.
 */
final class RequestedCells extends Transformation<UnfilteredRowIterator> {
    private final ColumnFilter columns;
    private final DeletionTime partitionDeletion;
    private final TableMetadata metadata;

    private RequestedCells(ColumnFilter columns, DeletionTime partitionDeletion, TableMetadata metadata) {
        this.columns = columns;
        this.partitionDeletion = partitionDeletion;
        this.metadata = metadata;
    }

    /** Returns the rows as Cassandra answers this command: filtered if it is a query by clustering, otherwise unchanged. */
    static UnfilteredRowIterator of(SinglePartitionReadCommand command, UnfilteredRowIterator rows) {
        return isReadInTimestampOrder(command)
                ? Transformation.apply(
                        rows,
                        new RequestedCells(command.columnFilter(), rows.partitionLevelDeletion(), command.metadata()))
                : rows;
    }

    private static boolean isReadInTimestampOrder(SinglePartitionReadCommand command) {
        if (!(command.clusteringIndexFilter() instanceof ClusteringIndexNamesFilter)
                || command.metadata().isCounter()
                || (command.columnFilter().allFetchedColumnsAreQueried()
                        && command.columnFilter().fetchedColumns().statics.isEmpty())) {
            return false;
        }
        for (ColumnMetadata column : command.columnFilter().queriedColumns()) {
            if (column.type.isMultiCell()) {
                return false;
            }
        }
        return true;
    }

    /** Same as {@code AbstractBTreePartition.staticRow}: an empty object is kept only beside a partition deletion. */
    @Override
    protected Row applyToStatic(Row row) {
        if (columns.fetchedColumns().statics.isEmpty() || (row.isEmpty() && partitionDeletion.isLive())) {
            return Rows.EMPTY_STATIC_ROW;
        }
        Row filtered = row.filter(columns, partitionDeletion, false, metadata);
        return filtered == null ? Rows.EMPTY_STATIC_ROW : filtered;
    }

    @Override
    protected Row applyToRow(Row row) {
        return row.filter(columns, metadata);
    }
}
