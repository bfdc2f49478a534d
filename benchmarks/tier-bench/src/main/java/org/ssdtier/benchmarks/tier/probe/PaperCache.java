package org.ssdtier.benchmarks.tier.probe;

import java.io.IOException;
import org.apache.cassandra.cache.ICache;
import org.apache.cassandra.cache.IRowCacheEntry;
import org.apache.cassandra.cache.OHCProvider;
import org.apache.cassandra.cache.RowCacheKey;
import org.apache.cassandra.cache.SerializingCacheProvider;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.partitions.CachedBTreePartition;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;
import org.ssdtier.rowcache.cassandra.ImageCost;

/** A row cache in memory with room for {@link PaperRows}: ours, or one of Cassandra's own. */
public interface PaperCache extends AutoCloseable {
    /** The caches that are compared. */
    enum Kind {
        OURS,
        OHC,
        SERIALIZING
    }

    /** Opens an empty cache; the caller closes it. */
    static PaperCache open(Kind kind, PaperRows rows) {
        return switch (kind) {
            case OURS -> new Ours(rows.table());
            case OHC -> new Stock(new OHCProvider().create(), rows.table());
            case SERIALIZING -> new Stock(new SerializingCacheProvider().create(), rows.table());
        };
    }

    /** Puts the row of a partition, in the form that the cache keeps. */
    void put(PartitionUpdate partition) throws IOException;

    /** Returns a row as a read gets it, decoded; null on a miss. */
    @Nullable
    Object get(DecoratedKey key) throws IOException;

    /** Removes a row. */
    void remove(DecoratedKey key);

    @Override
    void close();

    /** The memory tier, as the read path uses it. */
    final class Ours implements PaperCache {
        private final TieredCache cache;
        private final ImageCost images;

        private Ours(TableMetadata table) {
            this.cache = TieredCache.open(TieredCacheOptions.builder()
                    .memoryCapacityBytes(PaperRows.CAPACITY_MIB << 20)
                    .build());
            this.images = new ImageCost(cache, table);
        }

        @Override
        public void put(PartitionUpdate partition) throws IOException {
            try (UnfilteredRowIterator rows = partition.unfilteredIterator()) {
                images.publish(partition.partitionKey(), images.encode(rows));
            }
        }

        @Override
        public @Nullable Object get(DecoratedKey key) throws IOException {
            return images.get(key);
        }

        @Override
        public void remove(DecoratedKey key) {
            images.drop(key);
        }

        @Override
        public void close() {
            cache.close();
        }
    }

    /** A cache of Cassandra's, as its read path uses it. */
    final class Stock implements PaperCache {
        private final ICache<RowCacheKey, IRowCacheEntry> cache;
        private final TableMetadata table;

        private Stock(ICache<RowCacheKey, IRowCacheEntry> cache, TableMetadata table) {
            this.cache = cache;
            this.table = table;
        }

        @Override
        public void put(PartitionUpdate partition) {
            try (UnfilteredRowIterator rows = partition.unfilteredIterator()) {
                cache.put(new RowCacheKey(table, partition.partitionKey()), CachedBTreePartition.create(rows, 0L));
            }
        }

        @Override
        public @Nullable Object get(DecoratedKey key) {
            return cache.get(new RowCacheKey(table, key));
        }

        @Override
        public void remove(DecoratedKey key) {
            cache.remove(new RowCacheKey(table, key));
        }

        @Override
        public void close() {
            cache.clear();
        }
    }
}
