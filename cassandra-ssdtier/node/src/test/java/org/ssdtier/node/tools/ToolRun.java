package org.ssdtier.node.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * A run of the operator tools in this JVM.
 *
 * @param exitCode exit code
 * @param out standard output
 * @param err standard error
 */
record ToolRun(int exitCode, String out, String err) {
    static ToolRun of(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = new OperatorTools(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
                .run(List.of(words));
        return new ToolRun(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }
}
