package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.schema.SchemaChangeListener;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;

/** The listener that lets go of what the row cache holds for a table when the table has been dropped. */
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
