package org.ssdtier.benchmarks.experiment;

/**
 * One run of one arm under one mix.
 *
 * @param arm name of the arm
 * @param readPercent percentage of reads
 * @param round number of the round, from 1
 * @param loadPercent rate of the requests, as a percentage of what the best stock arm answers; 0 = each client sends the
 *     next request when it has the answer
 */
record Slot(String arm, int readPercent, int round, int loadPercent) {
    private static final long LOAD_SEED = 10_000_000_000L;

    /** Creates a slot whose clients wait for their answers. */
    Slot(String arm, int readPercent, int round) {
        this(arm, readPercent, round, 0);
    }

    /** Returns the file name of the slot's result. */
    String fileName() {
        return arm + "-" + readPercent + "-" + round + (hasRate() ? "-at-" + loadPercent : "") + ".json";
    }

    /** Returns the slot of another arm in the same round under the same mix. */
    Slot ofArm(String other) {
        return new Slot(other, readPercent, round, loadPercent);
    }

    /** Returns whether its requests have a fixed rate. */
    boolean hasRate() {
        return loadPercent > 0;
    }

    /** Returns the seed of the requests, which is the same for all arms of a mix, round and load. */
    long seed() {
        return LOAD_SEED * loadPercent + 1_000L * round + readPercent;
    }
}
