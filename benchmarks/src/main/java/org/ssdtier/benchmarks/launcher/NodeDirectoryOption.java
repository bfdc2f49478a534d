package org.ssdtier.benchmarks.launcher;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Option;

/** The option {@code --dir} of the verbs of {@code ssdtier node}: the node's directory. */
final class NodeDirectoryOption {
    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "The node's directory, a Cassandra home (default: build/node in the checkout).")
    private @Nullable Path directory;

    /** Returns the node's directory; {@code build/node} of the checkout by default. */
    Path directory() {
        return directory == null ? usual(Checkout.locate()) : directory;
    }

    /** Returns the directory without the option. */
    static Path usual(Checkout checkout) {
        return checkout.root().resolve("build/node");
    }
}
