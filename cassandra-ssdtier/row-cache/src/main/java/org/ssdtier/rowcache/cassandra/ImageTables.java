package org.ssdtier.rowcache.cassandra;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.rowcache.TieredCache;

/**
 * The row cache's state for each table that was read, flushed or changed since the node started.
 *
 * <p>The state is that of one {@link ColumnFamilyStore}, not of a table ID: a table that was dropped and created again with its ID
 * has another store. A read or a compaction may still use the former one, whose view is that of the dropped table.
 */
@SuppressWarnings("ReferenceEquality") // two stores of one ID differ
final class ImageTables {
    private final TieredCache cache;
    private final ImageSchemas schemas;
    private final ConcurrentHashMap<TableId, Owned> tables = new ConcurrentHashMap<>();

    /** The state of a store. */
    private record Owned(ColumnFamilyStore store, TableImages images) {}

    ImageTables(TieredCache cache, ImageSchemas schemas) {
        this.cache = cache;
        this.schemas = schemas;
    }

    /** Returns the state of a store; if the store's table was dropped, one without images, to which none can be published. */
    TableImages of(ColumnFamilyStore store) {
        Owned known = tables.get(store.metadata.id);
        return known != null && known.store == store ? known.images : ofUnknown(store);
    }

    private TableImages ofUnknown(ColumnFamilyStore store) {
        Owned owned = tables.compute(store.metadata.id, (id, other) -> {
            // with the entry locked: a state made after forget() would stay for ever
            if (!store.isValid() || (other != null && (other.store == store || other.store.isValid()))) {
                return other;
            }
            if (other != null) {
                cache.forget(id.asUUID());
            }
            return new Owned(store, create(store.metadata()));
        });
        return owned != null && owned.store == store ? owned.images : ofDropped(store.metadata());
    }

    /** Returns the state of a table, not retained, with the images that the cache has of its ID. */
    TableImages create(TableMetadata metadata) {
        UUID uuid = metadata.id.asUUID();
        return new TableImages(cache.table(uuid), cache.compression().table(uuid), metadata, schemas);
    }

    /** Removes the state of a dropped table. */
    void forget(TableId id) {
        tables.compute(id, (same, dropped) -> {
            cache.forget(id.asUUID());
            return null;
        });
    }

    /** Returns a state that is not retained: reads and compactions may outlive their table, and retained state would leak. */
    private TableImages ofDropped(TableMetadata metadata) {
        UUID uuid = metadata.id.asUUID();
        return new TableImages(cache.retired(uuid), cache.compression().retired(uuid), metadata, schemas);
    }

    List<TableImages> all() {
        return tables.values().stream().map(Owned::images).toList();
    }
}
