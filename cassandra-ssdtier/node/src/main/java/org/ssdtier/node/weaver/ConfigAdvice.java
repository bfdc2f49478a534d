package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.ssdtier.catalogue.cassandra.config.SchemaCatalogueConfig;
import org.ssdtier.keyindex.cassandra.KeyIndexConfig;
import org.ssdtier.node.NodeStart;
import org.ssdtier.node.lifetimes.WriteLifetimesConfig;
import org.ssdtier.rowcache.cassandra.SsdRowCacheConfig;

/** Advice inlined at the end of {@code Config}'s constructor. */
final class ConfigAdvice {
    private ConfigAdvice() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // the assignments to the parameters become assignments to the fields
    static void exit(
            @Advice.FieldValue(value = "ssd_row_cache", readOnly = false, typing = Assigner.Typing.DYNAMIC)
                    SsdRowCacheConfig rowCache,
            @Advice.FieldValue(value = "schema_catalogue", readOnly = false, typing = Assigner.Typing.DYNAMIC)
                    SchemaCatalogueConfig catalogue,
            @Advice.FieldValue(value = "ssd_key_index", readOnly = false, typing = Assigner.Typing.DYNAMIC)
                    KeyIndexConfig keyIndex,
            @Advice.FieldValue(value = "write_lifetimes", readOnly = false, typing = Assigner.Typing.DYNAMIC)
                    WriteLifetimesConfig lifetimes) {
        rowCache = NodeStart.defaultConfiguration();
        catalogue = NodeStart.defaultCatalogueConfiguration();
        keyIndex = NodeStart.defaultKeyIndexConfiguration();
        lifetimes = NodeStart.defaultLifetimesConfiguration();
    }
}
