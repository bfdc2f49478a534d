package org.ssdtier.benchmarks.peers.probe;

import org.infinispan.Cache;
import org.infinispan.commons.dataconversion.MediaType;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.configuration.global.UncleanShutdownAction;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.persistence.sifs.configuration.SoftIndexFileStoreConfigurationBuilder;
import org.jspecify.annotations.Nullable;

/**
 * An embedded Infinispan with its soft-index file store behind a small heap container. Its paths are below the location
 * of the global state, the only place where Infinispan accepts them.
 */
final class SoftIndexPeer implements Peer {
    private static final String CACHE = "rows";

    private final DefaultCacheManager manager;
    private final Cache<byte[], byte[]> cache;

    private SoftIndexPeer(DefaultCacheManager manager) {
        this.manager = manager;
        this.cache = manager.getCache(CACHE);
    }

    static SoftIndexPeer open(PeerSettings settings) {
        GlobalConfigurationBuilder global = new GlobalConfigurationBuilder();
        global.globalState()
                .enable()
                .persistentLocation(settings.directory().resolve("sifs").toString())
                .uncleanShutdownAction(UncleanShutdownAction.IGNORE);
        ConfigurationBuilder rows = new ConfigurationBuilder();
        rows.encoding().mediaType(MediaType.APPLICATION_OCTET_STREAM_TYPE);
        rows.memory().maxCount(settings.memoryRows());
        rows.persistence()
                .passivation(false)
                .addStore(SoftIndexFileStoreConfigurationBuilder.class)
                .dataLocation("data")
                .indexLocation("index")
                .purgeOnStartup(false);
        DefaultCacheManager manager = new DefaultCacheManager(global.build(), false);
        manager.defineConfiguration(CACHE, rows.build());
        manager.start();
        return new SoftIndexPeer(manager);
    }

    @Override
    public void put(long number, byte[] value) {
        cache.put(Rows.key(number), value);
    }

    @Override
    public byte @Nullable [] get(long number) {
        return cache.get(Rows.key(number));
    }

    @Override
    public void close() {
        manager.stop();
    }
}
