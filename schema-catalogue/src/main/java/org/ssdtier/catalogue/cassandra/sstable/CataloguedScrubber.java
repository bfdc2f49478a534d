package org.ssdtier.catalogue.cassandra.sstable;

import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.sstable.SSTableRewriter;
import org.apache.cassandra.io.sstable.format.bti.BtiTableScrubber;
import org.apache.cassandra.utils.OutputHandler;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.row.DefinitionUnavailableException;
import org.ssdtier.catalogue.cassandra.row.LostRows;

/**
 * The scrubber of the format. It works as that of Cassandra's {@code bti}, except that a row whose definition is lost
 * is dropped alone, without its partition. The partition then counts as bad, so that the new SSTable is unrepaired.
 *
 * <p>In a counter table such rows are dropped only with {@code --skip-corrupted}, as in Cassandra.
 */
final class CataloguedScrubber extends BtiTableScrubber {
    private final boolean passesOver;
    private @Nullable LostRows lost;
    /** The reason why the last partition could not be appended, if a definition could not be had. */
    private @Nullable DefinitionUnavailableException unavailable;

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
                outputHandler.warn("%d rows of %s are lost because their definitions are lost", rows.count(), sstable);
            }
        }
    }

    /** Ends the scrub, without a change, if what a row needs could not be had now: Cassandra would drop its partition. */
    @Override
    protected void throwIfCannotContinue(@Nullable DecoratedKey key, Throwable failure) {
        if (unavailable != null) {
            throw unavailable;
        }
        super.throwIfCannotContinue(key, failure);
    }

    @Override
    protected boolean tryAppend(DecoratedKey previous, DecoratedKey key, SSTableRewriter writer) {
        LostRows rows = lost;
        long before = rows == null ? 0 : rows.count();
        boolean appended;
        try {
            appended = super.tryAppend(previous, key, writer);
            unavailable = null;
        } catch (DefinitionUnavailableException e) {
            unavailable = e;
            throw e;
        }
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
