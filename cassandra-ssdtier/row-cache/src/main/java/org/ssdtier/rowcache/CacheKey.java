package org.ssdtier.rowcache;

import org.jspecify.annotations.Nullable;

/**
 * The key that the maps of the tiers compare: the table and a 64-bit hash of the partition key.
 *
 * <p>Two keys of one table may share a hash. The maps then treat them as one key, which costs a miss. A wrong answer is
 * impossible, because the bytes of the key are compared before an image is returned. In exchange a look-up compares
 * only two fields and never touches memory that may have been freed.
 */
abstract class CacheKey {
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
