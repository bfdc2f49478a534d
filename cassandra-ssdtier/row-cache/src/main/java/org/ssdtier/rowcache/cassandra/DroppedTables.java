package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.schema.SchemaChangeListener;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;

/** A listener that removes the row cache's state of a table when the table is dropped. */
final class DroppedTables implements SchemaChangeListener {
    private final ImageTables tables;
    private final GuardedChanges guarded;

    DroppedTables(ImageTables tables, GuardedChanges guarded) {
        this.tables = tables;
        this.guarded = guarded;
    }

    @Override
    public void onDropTable(TableMetadata metadata, boolean dropData) {
        TableId table = metadata.id;
        guarded.run(table, () -> {
            StartDigests.forget(table);
            SSTableJournal.forget(table);
            tables.forget(table);
        });
    }
}
