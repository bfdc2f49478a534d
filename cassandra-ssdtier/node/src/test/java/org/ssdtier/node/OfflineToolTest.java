package org.ssdtier.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.rowcache.cassandra.SsdRowCacheOptions;
import org.ssdtier.rowcache.cassandra.SsdRowCacheProvider;

/** Tests of a program that reads the node's configuration but is not the node: sstablescrub, sstableupgrade and the like. */
@Tag("unit")
class OfflineToolTest {
    private static final String CONFIGURED = "org.apache.cassandra.cache.OHCProvider";

    /** Checked by removal: without the check of the daemon, opening a table in a tool opens the node's tier. */
    @Test
    void rowCacheClass_withoutTheDaemon_isTheConfiguredOne() throws ReflectiveOperationException {
        EmbeddedNode.start();
        assertEquals(SsdRowCacheProvider.class.getName(), NodeStart.rowCacheClassName(CONFIGURED));
        Field daemon = DatabaseDescriptor.class.getDeclaredField("daemonInitialized");
        daemon.setAccessible(true);
        daemon.set(null, false);
        try {
            assertEquals(CONFIGURED, NodeStart.rowCacheClassName(CONFIGURED));
            assertTrue(SsdRowCacheOptions.current().isEmpty());
            assertEquals(
                    0, new SsdRowCacheProvider().create().capacity(), "named in cassandra.yaml, which is not needed");
        } finally {
            daemon.set(null, true);
        }
    }
}
