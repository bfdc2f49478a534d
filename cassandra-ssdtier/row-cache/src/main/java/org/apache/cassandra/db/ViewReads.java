package org.apache.cassandra.db;

import org.apache.cassandra.db.rows.UnfilteredRowIterator;

/** The reads of SSTables that were selected by the caller. Their signature differs between releases of Cassandra 5.0. */
public final class ViewReads {
    private ViewReads() {}

    /**
     * Reads a partition from the given SSTables and memtables instead of those that the table has now.
     *
     * @return the rows; the caller closes them
     */
    public static UnfilteredRowIterator read(
            SinglePartitionReadCommand command,
            ColumnFamilyStore table,
            ColumnFamilyStore.ViewFragment sources,
            ReadExecutionController controller) {
        return command.queryMemtableAndDisk(table, sources, null, controller);
    }
}
