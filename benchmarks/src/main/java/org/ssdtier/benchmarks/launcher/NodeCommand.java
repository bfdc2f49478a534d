package org.ssdtier.benchmarks.launcher;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ssdtier node}, for a node on this machine. */
@Command(
        name = "node",
        description = "Start, stop or describe a Cassandra node on this machine.",
        mixinStandardHelpOptions = true,
        subcommands = {NodeStartCommand.class, NodeStopCommand.class, NodeStatusCommand.class, NodeAssembleCommand.class
        })
final class NodeCommand extends VerbGroup {
    /** The option {@code --dir}: the node's directory. */
    static final class Place {
        @Option(
                names = "--dir",
                paramLabel = "DIR",
                description = "The node's directory, a Cassandra home (default: build/node in the checkout).")
        private @Nullable Path directory;

        Path directory() {
            return directory == null ? Checkout.locate().root().resolve("build/node") : directory;
        }
    }
}
