package org.ssdtier.catalogue.cassandra;

import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.sstable.SSTableRewriter;
import org.apache.cassandra.io.sstable.format.bti.BtiTableScrubber;
import org.apache.cassandra.utils.OutputHandler;
import org.jspecify.annotations.Nullable;

/**
 * Scrubs as Cassandra's {@code bti}; a row whose definition is lost is left out alone, without its partition, and the partition
 * counts as bad: so the new SSTable is unrepaired.
 *
 * <p>In a table of counters only with {@code --skip-corrupted}, as Cassandra has it.
 */
final class CataloguedScrubber extends BtiTableScrubber {
    private final boolean passesOver;
    private @Nullable LostRows lost;

    CataloguedScrubber(
            ColumnFamilyStore table, LifecycleTransaction transaction, OutputHandler output, Options options) {
        super(table, transaction, output, options);
        this.passesOver = !isCommutative || options.skipCorrupted;
    }

    @Override
    public void scrubInternal(SSTableRewriter writer) {
        if (!passesOver) {
            super.scrubInternal(writer);
            return;
        }
        try (LostRows rows = LostRows.passOver()) {
            lost = rows;
            super.scrubInternal(writer);
            if (rows.count() > 0) {
                outputHandler.warn("%d rows of %s are lost with their definitions", rows.count(), sstable);
            }
        }
    }

    @Override
    protected boolean tryAppend(DecoratedKey previous, DecoratedKey key, SSTableRewriter writer) {
        LostRows rows = lost;
        long before = rows == null ? 0 : rows.count();
        boolean appended = super.tryAppend(previous, key, writer);
        if (rows != null && rows.count() > before) {
            badPartitions++;
            outputHandler.warn(
                    rows.last(),
                    "Rows without a definition in partition %s: %d",
                    keyString(key),
                    rows.count() - before);
        }
        return appended;
    }
}
