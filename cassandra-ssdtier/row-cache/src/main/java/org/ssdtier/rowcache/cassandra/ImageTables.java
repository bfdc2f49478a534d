package org.ssdtier.rowcache.cassandra;

import java.util.Collection;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.TieredCache;

/** The row cache's state for each table that was read, flushed or changed since the node started. */
final class ImageTables {
    private final TieredCache cache;
    private final ImageSchemas schemas;
    private final ConcurrentHashMap<TableId, TableImages> tables = new ConcurrentHashMap<>();

    ImageTables(TieredCache cache, ImageSchemas schemas) {
        this.cache = cache;
        this.schemas = schemas;
    }

    TableImages of(ColumnFamilyStore table) {
        TableImages images = tables.get(table.metadata.id);
        if (images != null) {
            return images;
        }
        return table.isValid() ? of(table.metadata()) : ofDropped(table.metadata());
    }

    TableImages of(TableMetadata metadata) {
        return tables.computeIfAbsent(metadata.id, id -> {
            UUID uuid = id.asUUID();
            return new TableImages(cache.table(uuid), cache.compression().table(uuid), metadata, schemas);
        });
    }

    /** Removes the state of a dropped table. */
    void forget(TableId id) {
        tables.remove(id);
        cache.forget(id.asUUID());
    }

    /** Returns a state that is not retained: reads and compactions may outlive their table, and retained state would leak. */
    private TableImages ofDropped(TableMetadata metadata) {
        UUID uuid = metadata.id.asUUID();
        return new TableImages(cache.retired(uuid), cache.compression().retired(uuid), metadata, schemas);
    }

    @Nullable
    TableImages ifKnown(TableId id) {
        return tables.get(id);
    }

    Collection<TableImages> all() {
        return tables.values();
    }
}
