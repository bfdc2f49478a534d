package org.ssdtier.rowcache.cassandra;

import java.util.Collections;
import java.util.Iterator;
import org.apache.cassandra.cache.ICache;
import org.apache.cassandra.cache.IRowCacheEntry;
import org.apache.cassandra.cache.RowCacheKey;
import org.jspecify.annotations.Nullable;

/**
 * The row cache as registered with Cassandra's {@code CacheService}, nodetool and JMX. Reads bypass it (see {@link ImageReads}): an
 * image alone is not a complete row, so every look-up here is a miss.
 */
final class RowCacheAdapter implements ICache<RowCacheKey, IRowCacheEntry> {
    private final SsdRowCache cache;
    private volatile long capacityBytes;

    RowCacheAdapter(SsdRowCache cache) {
        this.cache = cache;
        this.capacityBytes = cache.tiers().memoryCapacity();
    }

    @Override
    public long capacity() {
        return capacityBytes;
    }

    @Override
    public void setCapacity(long capacity) {
        cache.guarded().run(() -> cache.tiers().setMemoryCapacity(capacity));
        capacityBytes = capacity;
    }

    @Override
    public int size() {
        return (int) Math.min(Integer.MAX_VALUE, cache.tiers().stats().memory().memoryEntries());
    }

    @Override
    public long weightedSize() {
        return cache.tiers().stats().memory().memoryBytes();
    }

    @Override
    public void put(RowCacheKey key, IRowCacheEntry value) {}

    @Override
    public boolean putIfAbsent(RowCacheKey key, IRowCacheEntry value) {
        return false;
    }

    @Override
    public boolean replace(RowCacheKey key, IRowCacheEntry old, IRowCacheEntry value) {
        return false;
    }

    @Override
    public @Nullable IRowCacheEntry get(RowCacheKey key) {
        return null;
    }

    @Override
    public void remove(RowCacheKey key) {
        cache.guarded().run(key.tableId, () -> cache.changes().drop(key));
    }

    @Override
    public void clear() {
        cache.guarded().run(() -> cache.tiers().clear());
    }

    @Override
    public Iterator<RowCacheKey> keyIterator() {
        return Collections.emptyIterator();
    }

    @Override
    public Iterator<RowCacheKey> hotKeyIterator(int count) {
        return Collections.emptyIterator();
    }

    @Override
    public boolean containsKey(RowCacheKey key) {
        return false;
    }
}
