package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.util.stream.Collectors;

/** The failure of a node to start; the message ends with its last lines of output. */
public final class NodeStartException extends IOException {
    private static final long serialVersionUID = 1L;

    private static final int LINES = 20;
    private static final int LINE_CHARACTERS = 400;

    NodeStartException(String reason, NodeHome home) throws IOException {
        super(reason + "; directory=" + home.directory() + "; its last lines of output:" + lastLines(home));
    }

    private static String lastLines(NodeHome home) throws IOException {
        return home.outputTail(LINES).stream()
                .map(line -> line.substring(0, Math.min(LINE_CHARACTERS, line.length())))
                .collect(Collectors.joining("\n  ", "\n  ", ""));
    }
}
