package org.ssdtier.benchmarks.ssdsize;

import org.ssdtier.benchmarks.report.CellDirectory;

/**
 * A measurement of one setup under one mix.
 *
 * @param setup the setup
 * @param mix the requests
 * @param round number of the round, from 1
 */
record Cell(Setup setup, Mix mix, int round) implements CellDirectory.Cell {
    private static final long DISTRIBUTION_SEEDS = 1_000_000;
    private static final long MIX_SEEDS = 1_000;

    /** Returns the file name of the cell's result. */
    @Override
    public String fileName() {
        return setup.id() + "-" + mix.distribution() + "-" + mix.readPercent() + "-" + round + ".json";
    }

    /** Returns the seed of the requests, which is the same for all setups. */
    long seed() {
        return (mix.distribution().ordinal() + 1) * DISTRIBUTION_SEEDS + mix.readPercent() * MIX_SEEDS + round;
    }

    @Override
    public String toString() {
        return setup + ", " + mix + ", round " + round;
    }
}
