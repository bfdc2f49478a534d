package org.ssdtier.node.embedded;

import java.io.IOException;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.SSTableRewriter;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableReader.OpenReason;
import org.apache.cassandra.io.sstable.format.SSTableWriter;

/** A compaction of a table's only SSTable that has finished one SSTable, opened it early, and begun a second one. */
public final class EarlyRewrite implements AutoCloseable {
    private static final long KEYS = 100;

    private final ColumnFamilyStore table;
    private final SSTableReader original;
    private final LifecycleTransaction transaction;
    private final SSTableRewriter rewriter;

    /** Begins the compaction. */
    public EarlyRewrite(ColumnFamilyStore table) throws IOException {
        this.table = table;
        this.original = table.getLiveSSTables().iterator().next();
        this.transaction = table.getTracker().tryModify(original, OperationType.COMPACTION);
        this.rewriter = SSTableRewriter.construct(table, transaction, false, Long.MAX_VALUE);
        rewriter.switchWriter(writer());
        try (ISSTableScanner rows = original.getScanner()) {
            while (rows.hasNext()) {
                rewriter.append(rows.next());
            }
        }
        rewriter.switchWriter(writer());
    }

    private SSTableWriter writer() {
        return CompactionManager.createWriter(
                table,
                table.getDirectories().getDirectoryForNewSSTables(),
                KEYS,
                0,
                null,
                false,
                original,
                transaction);
    }

    /** Returns the SSTable that is compacted. */
    public SSTableReader original() {
        return original;
    }

    /** Returns the SSTable that was opened early. */
    public SSTableReader early() {
        return table.getLiveSSTables().stream()
                .filter(sstable -> sstable.openReason == OpenReason.EARLY)
                .findFirst()
                .orElseThrow();
    }

    /** Completes the compaction. */
    public void finish() {
        rewriter.finish();
    }

    /** Aborts the compaction, unless it is complete. */
    @Override
    public void close() {
        rewriter.close();
        transaction.close();
    }
}
