package org.ssdtier.node.weaver;

import java.net.URL;
import net.bytebuddy.asm.Advice;
import org.ssdtier.node.NodeStart;

/** Inlined into {@code YamlConfigurationLoader.loadConfig}: what it throws is explained first. */
final class LoaderAdvice {
    private LoaderAdvice() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Argument(0) URL file, @Advice.Thrown Throwable refusal) {
        if (refusal != null) {
            NodeStart.explainRefusal(file, refusal);
        }
    }
}
