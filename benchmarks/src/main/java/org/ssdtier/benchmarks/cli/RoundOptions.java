package org.ssdtier.benchmarks.cli;

import picocli.CommandLine.Option;

/** The options {@code --rows} and {@code --rounds}: the amount of data and the number of measurements. */
public final class RoundOptions {
    @Option(names = "--rows", paramLabel = "N", description = "Rows of each table or peer (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(names = "--rounds", paramLabel = "N", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
    private int rounds;

    /** Creates the options with a measurement's own defaults. */
    public RoundOptions(int rows, int rounds) {
        this.rows = rows;
        this.rounds = rounds;
    }

    /** Returns the number of rows of each table or peer. */
    public int rows() {
        return rows;
    }

    /** Returns the number of measured rounds, without warm-up rounds. */
    public int rounds() {
        return rounds;
    }
}
