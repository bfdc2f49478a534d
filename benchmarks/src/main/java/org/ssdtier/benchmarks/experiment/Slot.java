package org.ssdtier.benchmarks.experiment;

/**
 * One run of one arm under one mix.
 *
 * @param arm name of the arm
 * @param readPercent percentage of reads
 * @param round number of the round, from 1
 */
record Slot(String arm, int readPercent, int round) {
    /** Returns the file name of the slot's result. */
    String fileName() {
        return arm + "-" + readPercent + "-" + round + ".json";
    }

    /** Returns the seed of the requests, which is the same for all arms of a mix and round. */
    long seed() {
        return 1_000L * round + readPercent;
    }
}
