package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.schema.SchemaChangeListener;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;

/** A listener that removes the row cache's state of a table when the table is dropped. */
final class DroppedTables implements SchemaChangeListener {
    private final SsdRowCache cache;

    DroppedTables(SsdRowCache cache) {
        this.cache = cache;
    }

    @Override
    public void onDropTable(TableMetadata metadata, boolean dropData) {
        TableId table = metadata.id;
        cache.guarded(table, () -> {
            StartDigests.forget(table);
            SSTableJournal.forget(table);
            cache.tables().forget(table);
        });
    }
}
