package org.ssdtier.catalogue.cassandra.row;

import org.apache.cassandra.config.Config.FlushCompression;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.schema.CompressionParams;

/**
 * The compression of an SSTable by Cassandra: that of a flush may differ from the table's ({@code flush_compression}).
 */
public final class WriteCompression {
    private WriteCompression() {}

    /**
     * Returns the compression of SSTables that an operation writes, as {@code
     * org.apache.cassandra.io.sstable.format.DataComponent} chooses it.
     */
    public static CompressionParams of(CompressionParams table, OperationType operation) {
        return of(table, operation, DatabaseDescriptor.getFlushCompression());
    }

    static CompressionParams of(CompressionParams table, OperationType operation, FlushCompression flush) {
        ICompressor compressor = table.getSstableCompressor();
        if (compressor == null || operation != OperationType.FLUSH) {
            return table;
        }
        return switch (flush) {
            case none -> CompressionParams.noCompression();
            case fast ->
                compressor.recommendedUses().contains(ICompressor.Uses.FAST_COMPRESSION)
                        ? table
                        : CompressionParams.DEFAULT;
            case table -> table;
        };
    }
}
