package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.NodeOptions;
import org.ssdtier.benchmarks.node.NodeHome;
import org.ssdtier.benchmarks.node.NodeProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier node start}. */
@Command(
        name = "start",
        description = "Assemble a node if there is none yet, start it and wait until it is ready.",
        mixinStandardHelpOptions = true)
final class NodeStartCommand implements Callable<Integer> {
    private static final long DOT_MILLIS = 1_000;

    @Mixin
    private NodeDirectoryOption place = new NodeDirectoryOption();

    @Mixin
    private NodeOptions options = new NodeOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private long dots;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        Path directory = place.directory();
        out.print("Starting a node in " + directory + " ");
        out.flush();
        try (NodeProcess node = NodeProcess.startDetached(
                options.settings(directory), elapsedMillis -> showProgress(out, elapsedMillis))) {
            out.println(" ready");
            print(out, node);
        } catch (IOException e) {
            out.println(" failed");
            throw e;
        }
        return 0;
    }

    private void showProgress(PrintWriter out, long elapsedMillis) {
        while (dots < elapsedMillis / DOT_MILLIS) {
            out.print(".");
            out.flush();
            dots++;
        }
    }

    private static void print(PrintWriter out, NodeProcess node) throws IOException {
        NodeHome home = node.home();
        out.printf("  pid        %d%n", node.pid());
        out.printf("  row cache  %s%s%n", home.rowCache(), home.isStock() ? " (stock node)" : "");
        out.printf("  CQL        %s:%d%n", home.ports().address(), home.ports().cql());
        out.printf("  cqlsh      %s%n", home.program("bin/cqlsh"));
        out.printf("  nodetool   %s%n", home.program("bin/nodetool"));
        out.printf("  log        %s%n", home.logFile());
    }
}
