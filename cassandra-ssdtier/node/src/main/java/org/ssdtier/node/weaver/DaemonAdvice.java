package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import org.ssdtier.catalogue.cassandra.CatalogueHooks;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;

/**
 * Inlined into {@code CassandraDaemon.start}: everything is loaded, no client has been served. The catalogue comes first: what
 * cached rows refer to must be known before they answer.
 */
final class DaemonAdvice {
    private DaemonAdvice() {}

    @Advice.OnMethodEnter
    static void enter() {
        CatalogueHooks.nodeStarted();
        RowCacheHooks.nodeStarted();
    }
}
