package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.cache.CacheProvider;
import org.apache.cassandra.cache.ICache;
import org.apache.cassandra.cache.IRowCacheEntry;
import org.apache.cassandra.cache.NopCacheProvider;
import org.apache.cassandra.cache.RowCacheKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A provider of the node's row cache. Cassandra's {@code CacheService} calls it once, before the schema is loaded. */
public final class SsdRowCacheProvider implements CacheProvider<RowCacheKey, IRowCacheEntry> {
    private static final Logger logger = LoggerFactory.getLogger(SsdRowCacheProvider.class);

    /** Cassandra requires a public constructor without arguments. */
    public SsdRowCacheProvider() {}

    @Override
    public ICache<RowCacheKey, IRowCacheEntry> create() {
        if (SsdRowCacheOptions.current().isEmpty()) {
            // named as row_cache_class_name, which is not needed: this is an offline tool, or the tier is switched off
            logger.warn(
                    "row_cache_class_name={}: no SSD row cache is in use here; rows are not cached",
                    getClass().getName());
            return new NopCacheProvider().create();
        }
        try {
            return new RowCacheAdapter(SsdRowCache.start());
        } catch (RuntimeException | Error e) {
            // CacheService swallows the cause
            logger.error("The SSD row cache could not be started", e);
            throw e;
        }
    }
}
