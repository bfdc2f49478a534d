package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.ssdtier.node.NodeStart;
import org.ssdtier.rowcache.cassandra.SsdRowCacheConfig;

/** Inlined at the end of {@code Config}'s constructor. */
final class ConfigAdvice {
    private ConfigAdvice() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes one to the field
    static void exit(
            @Advice.FieldValue(value = "ssd_row_cache", readOnly = false, typing = Assigner.Typing.DYNAMIC)
                    SsdRowCacheConfig block) {
        block = NodeStart.defaultConfiguration();
    }
}
