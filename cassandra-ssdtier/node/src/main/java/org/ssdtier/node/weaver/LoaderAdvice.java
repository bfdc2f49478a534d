package org.ssdtier.node.weaver;

import java.net.URL;
import net.bytebuddy.asm.Advice;
import org.ssdtier.node.NodeStart;

/** Advice inlined into {@code YamlConfigurationLoader.loadConfig}: the cause of an exception is logged before it is rethrown. */
final class LoaderAdvice {
    private LoaderAdvice() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Argument(0) URL file, @Advice.Thrown Throwable refusal) {
        if (refusal != null) {
            NodeStart.explainRefusal(file, refusal);
        }
    }
}
