package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import org.ssdtier.node.CassandraGuard;
import org.ssdtier.node.NodeStart;

/** Inlined into {@code DatabaseDescriptor}. */
final class DatabaseDescriptorAdvice {
    private DatabaseDescriptorAdvice() {}

    /** The configuration of a node, not of a tool, has been read. */
    static final class ApplyAll {
        private ApplyAll() {}

        @Advice.OnMethodExit
        static void exit() {
            NodeStart.checkConfiguration();
        }
    }

    /** The SSTable formats are made: of a node, of an offline tool, of a client that writes SSTables. */
    static final class Formats {
        private Formats() {}

        @Advice.OnMethodEnter
        static void enter() {
            CassandraGuard.check();
        }
    }

    /** With the tier enabled, the provider is ours. */
    static final class RowCacheClassName {
        private RowCacheClassName() {}

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
        static void exit(@Advice.Return(readOnly = false) String className) {
            className = NodeStart.rowCacheClassName(className);
        }
    }
}
