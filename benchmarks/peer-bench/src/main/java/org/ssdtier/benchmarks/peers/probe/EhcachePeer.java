package org.ssdtier.benchmarks.peers.probe;

import org.ehcache.Cache;
import org.ehcache.PersistentCacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.config.units.EntryUnit;
import org.ehcache.config.units.MemoryUnit;
import org.jspecify.annotations.Nullable;

/** Ehcache with a heap tier and a persistent disk tier. */
final class EhcachePeer implements Peer {
    private static final String CACHE = "rows";

    private final PersistentCacheManager manager;
    private final Cache<String, byte[]> cache;

    private EhcachePeer(PersistentCacheManager manager) {
        this.manager = manager;
        this.cache = manager.getCache(CACHE, String.class, byte[].class);
    }

    static EhcachePeer open(PeerSettings settings) {
        ResourcePoolsBuilder pools = ResourcePoolsBuilder.newResourcePoolsBuilder()
                .heap(settings.memoryRows(), EntryUnit.ENTRIES)
                .disk(settings.diskBytes() >> 20, MemoryUnit.MB, true);
        return new EhcachePeer(CacheManagerBuilder.newCacheManagerBuilder()
                .with(CacheManagerBuilder.persistence(
                        settings.directory().resolve("ehcache").toFile()))
                .withCache(
                        CACHE,
                        CacheConfigurationBuilder.newCacheConfigurationBuilder(String.class, byte[].class, pools))
                .build(true));
    }

    @Override
    public void put(long number, byte[] value) {
        cache.put(Rows.keyText(number), value);
    }

    @Override
    public byte @Nullable [] get(long number) {
        return cache.get(Rows.keyText(number));
    }

    @Override
    public void close() {
        manager.close();
    }
}
