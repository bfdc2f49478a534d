package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Option;

/** The options {@code --seconds} and {@code --threads}: how long a node is under load, and by how many. */
public final class LoadOptions {
    @Option(names = "--seconds", paramLabel = "N", description = "Time of a measured run (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Client threads for each node (default: ${DEFAULT-VALUE}).")
    private int threads;

    /** The options with a measurement's own defaults. */
    public LoadOptions(int seconds, int threads) {
        this.seconds = seconds;
        this.threads = threads;
    }

    /** Time of a measured run. */
    public int seconds() {
        return seconds;
    }

    /** Client threads for each node. */
    public int threads() {
        return threads;
    }
}
