package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of every measurement on whole nodes, and how it says what it does and has found. */
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

    @Mixin
    private JsonOption json = new JsonOption();

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

    /** Lines of progress, on standard error. */
    public Consumer<String> progress(CommandSpec command) {
        PrintWriter err = command.commandLine().getErr();
        return line -> {
            err.println(line);
            err.flush();
        };
    }

    /**
     * Runs a measurement and shows what it found, as JSON or for people.
     *
     * @param facts taken before the run
     * @param asJson the result with the facts of its run
     * @param forPeople prints the result
     */
    public void show(
            CommandSpec command,
            RunFacts facts,
            Function<Map<String, Object>, Map<String, Object>> asJson,
            Consumer<PrintWriter> forPeople)
            throws IOException {
        if (!json.write(command, asJson.apply(facts.toMap()))) {
            forPeople.accept(command.commandLine().getOut());
        }
    }
}
