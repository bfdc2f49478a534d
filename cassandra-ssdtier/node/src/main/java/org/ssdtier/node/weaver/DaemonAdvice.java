package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import org.ssdtier.catalogue.cassandra.CatalogueHooks;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;

/** Inlined into {@code CassandraDaemon.start}: everything is loaded, no client has been served. */
final class DaemonAdvice {
    private DaemonAdvice() {}

    @Advice.OnMethodEnter
    static void enter() {
        RowCacheHooks.nodeStarted();
        CatalogueHooks.nodeStarted();
    }
}
