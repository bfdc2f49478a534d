package org.ssdtier.benchmarks.cli;

import picocli.CommandLine.Option;

/** The options {@code --seconds} and {@code --threads}: the duration of the load on a node and its client threads. */
public final class LoadOptions {
    @Option(names = "--seconds", paramLabel = "N", description = "Seconds of each run (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--threads", paramLabel = "N", description = "Client threads per node (default: ${DEFAULT-VALUE}).")
    private int threads;

    /** Creates the options with a measurement's own defaults. */
    public LoadOptions(int seconds, int threads) {
        this.seconds = seconds;
        this.threads = threads;
    }

    /** Returns the seconds of a measured run. */
    public int seconds() {
        return seconds;
    }

    /** Returns the number of client threads per node. */
    public int threads() {
        return threads;
    }
}
