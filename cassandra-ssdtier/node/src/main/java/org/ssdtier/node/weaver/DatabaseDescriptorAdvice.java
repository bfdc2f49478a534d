package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import org.ssdtier.node.CassandraGuard;
import org.ssdtier.node.NodeStart;

/** Advice inlined into {@code DatabaseDescriptor}. */
final class DatabaseDescriptorAdvice {
    private DatabaseDescriptorAdvice() {}

    /** Advice for {@code applyAll}: the configuration of a node, not of a tool, has been read. */
    static final class ApplyAll {
        private ApplyAll() {}

        @Advice.OnMethodExit
        static void exit() {
            NodeStart.checkConfiguration();
        }
    }

    /** Advice for {@code applySSTableFormats}: a node, an offline tool or a client that writes SSTables creates the SSTable formats. */
    static final class Formats {
        private Formats() {}

        @Advice.OnMethodEnter
        static void enter() {
            CassandraGuard.check();
        }
    }

    /** Advice for {@code getRowCacheClassName}: if the tier is enabled, the provider is ours. */
    static final class RowCacheClassName {
        private RowCacheClassName() {}

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
        static void exit(@Advice.Return(readOnly = false) String className) {
            className = NodeStart.rowCacheClassName(className);
        }
    }
}
