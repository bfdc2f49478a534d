package org.ssdtier.benchmarks.experiment;

/**
 * One run of one arm under one mix.
 *
 * @param arm its name
 * @param readPercent reads in a hundred requests
 * @param round 1 to the number of rounds
 */
record Slot(String arm, int readPercent, int round) {
    /** A name for files. */
    String fileName() {
        return arm + "-" + readPercent + "-" + round + ".json";
    }

    /** Seed of its requests: all arms of a mix and round are asked the same. */
    long seed() {
        return 1_000L * round + readPercent;
    }
}
