package org.ssdtier.rowcache;

import org.jspecify.annotations.Nullable;

/**
 * What the maps of the tiers compare: the table and a 64-bit hash of the key.
 *
 * <p>Two keys of one table may share a hash. The maps then take them for one, which costs a miss; it can never give a
 * foreign answer, because the bytes of the key are compared before an image is returned. In exchange a look-up compares two
 * fields and never touches memory that may have been freed.
 */
abstract sealed class CacheKey permits RowKey, MemoryImage {
    final CachedTable table;
    final long hash;

    CacheKey(CachedTable table, long hash) {
        this.table = table;
        this.hash = hash;
    }

    @Override
    public final int hashCode() {
        return (int) (hash >>> 32);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof CacheKey that && that.hash == hash && that.table == table;
    }
}
