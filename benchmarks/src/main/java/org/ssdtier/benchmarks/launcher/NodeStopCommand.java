package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.NodeHome;
import org.ssdtier.benchmarks.node.NodeProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier node stop}. */
@Command(
        name = "stop",
        description = "Stop the node and wait for its end. It is not an error if the node is not running.",
        mixinStandardHelpOptions = true)
final class NodeStopCommand implements Callable<Integer> {
    @Mixin
    private NodeDirectoryOption place = new NodeDirectoryOption();

    @Option(names = "--kill", description = "Kill it, as a crash would.")
    private boolean kill;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        NodeHome home = NodeHome.open(place.directory());
        if (home.running().isEmpty()) {
            out.println("No node is running in " + home.directory());
            return 0;
        }
        try (NodeProcess node = NodeProcess.attach(home)) {
            out.println("Stopping pid " + node.pid());
            out.flush();
            if (kill) {
                node.kill();
            } else {
                node.stop();
            }
        }
        out.println("Stopped");
        return 0;
    }
}
