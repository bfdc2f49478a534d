package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import org.ssdtier.catalogue.cassandra.CatalogueHooks;
import org.ssdtier.keyindex.cassandra.KeyIndexHooks;
import org.ssdtier.node.lifetimes.LifetimeHooks;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;

/**
 * Advice inlined into {@code CassandraDaemon.start}, where everything is loaded and no client has been served. The cache
 * becomes visible to operators first, because the catalogue may wait for its SSD. The catalogue starts before the cache: the schema
 * IDs in cached rows must be known before the rows are served.
 */
final class DaemonAdvice {
    private DaemonAdvice() {}

    @Advice.OnMethodEnter
    static void enter() {
        RowCacheHooks.nodeLoaded();
        CatalogueHooks.nodeStarted();
        RowCacheHooks.nodeStarted();
        KeyIndexHooks.nodeStarted();
        LifetimeHooks.nodeStarted();
    }
}
