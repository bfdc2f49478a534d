package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
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
