package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.NodeOptions;
import org.ssdtier.benchmarks.node.NodeHome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier node assemble}. */
@Command(
        name = "assemble",
        description = "Assemble a Cassandra home without starting it, for tools that create clusters from it.",
        mixinStandardHelpOptions = true)
final class NodeAssembleCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the home.")
    private @Nullable Path directory;

    @Mixin
    private NodeOptions options = new NodeOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        NodeHome home = NodeHome.prepare(options.settings(Objects.requireNonNull(directory)));
        Objects.requireNonNull(spec)
                .commandLine()
                .getOut()
                .printf("Assembled a Cassandra home%s in %s%n", home.isStock() ? " (stock)" : "", home.directory());
        return 0;
    }
}
