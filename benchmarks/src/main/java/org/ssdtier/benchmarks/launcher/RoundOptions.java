package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Option;

/** The options {@code --rows} and {@code --rounds}: on how much is measured, and how often. */
public final class RoundOptions {
    @Option(names = "--rows", paramLabel = "N", description = "Rows of each table or peer (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds that are measured (default: ${DEFAULT-VALUE}).")
    private int rounds;

    /** The options with a measurement's own defaults. */
    public RoundOptions(int rows, int rounds) {
        this.rows = rows;
        this.rounds = rounds;
    }

    /** Rows of each table or peer. */
    public int rows() {
        return rows;
    }

    /** Rounds that are measured; those that warm up come on top. */
    public int rounds() {
        return rounds;
    }
}
