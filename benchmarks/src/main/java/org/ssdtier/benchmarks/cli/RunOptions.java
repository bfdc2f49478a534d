package org.ssdtier.benchmarks.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Option;

/** The options of every measurement on whole nodes. */
public final class RunOptions {
    @Option(names = "--heap", paramLabel = "SIZE", description = "Each node's heap (default: that of the measurement).")
    private @Nullable String heap;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random choices (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Parent of the nodes' directories, which are emptied first (default: below build/bench).")
    private @Nullable Path directory;

    /** Returns each node's heap size, {@code otherwise} by default. */
    public String heap(String otherwise) {
        if (heap != null) {
            NodeOptions.requireHeap(heap);
        }
        return heap == null ? otherwise : heap;
    }

    /** Returns the seed of all random choices. */
    public long seed() {
        return seed;
    }

    /** Returns the parent of the nodes' directories; by default {@code otherwise} below {@code build/bench}. */
    public Path directory(String otherwise) {
        return directory != null
                ? directory
                : Checkout.locate().root().resolve("build/bench").resolve(otherwise);
    }
}
