package org.ssdtier.benchmarks.launcher;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Option;

/** The options of every measurement on whole nodes. */
public final class RunOptions {
    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Each node's heap (default: what the measurement needs).")
    private @Nullable String heap;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all choices (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Holds the nodes' directories, emptied first (default: below build/bench).")
    private @Nullable Path directory;

    /** Each node's heap. */
    public String heap(String otherwise) {
        if (heap != null) {
            NodeOptions.requireHeap(heap);
        }
        return heap == null ? otherwise : heap;
    }

    /** Seed of all random choices. */
    public long seed() {
        return seed;
    }

    /** Where the nodes' directories go. */
    public Path directory(String otherwise) {
        return directory != null
                ? directory
                : Checkout.locate().root().resolve("build/bench").resolve(otherwise);
    }
}
