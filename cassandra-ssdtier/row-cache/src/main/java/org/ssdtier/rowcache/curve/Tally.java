package org.ssdtier.rowcache.curve;

/**
 * The counts of sampled reads and of their misses in several miniatures, for one table.
 *
 * <p>The number of sampled reads is not the expected fraction of all reads: one hot key more or less in the sample
 * makes a great difference. The miss ratio is therefore estimated by regression (Cochran, Sampling Techniques, 1977, chapter 7):
 * the misses of the sample, corrected for the reads it has too many or too few. The correction is the miss ratio of reads, each weighted
 * with the number of reads of its key, because the keys with many reads cause the difference. If all keys are alike this is the
 * plain ratio; if a few hot ones are always hits it is the correction of SHARDS (Waldspurger et al., FAST 2015, section 3.6).
 */
final class Tally {
    private final double[] misses;
    private final double[] weightedMisses;
    private double reads;
    private double weightedReads;
    private double expectedReads;

    /** Creates a tally of {@code miniatures} miniatures. */
    Tally(int miniatures) {
        this.misses = new double[miniatures];
        this.weightedMisses = new double[miniatures];
    }

    /** Counts a sampled read. */
    void read(int readsOfKey) {
        reads++;
        weightedReads += readsOfKey;
    }

    /** Counts a miss of a sampled read in a miniature. */
    void miss(int miniature, int readsOfKey) {
        misses[miniature]++;
        weightedMisses[miniature] += readsOfKey;
    }

    /** Adds to the number of reads that the sample should have: all reads times the rate. */
    void expect(double sampledReads) {
        expectedReads += sampledReads;
    }

    /** Multiplies every count, so that older reads count less or the counts fit a lower rate. */
    void scale(double factor) {
        for (int miniature = 0; miniature < misses.length; miniature++) {
            misses[miniature] *= factor;
            weightedMisses[miniature] *= factor;
        }
        reads *= factor;
        weightedReads *= factor;
        expectedReads *= factor;
    }

    /** Adds the counts of another tally. */
    void add(Tally other) {
        for (int miniature = 0; miniature < misses.length; miniature++) {
            misses[miniature] += other.misses[miniature];
            weightedMisses[miniature] += other.weightedMisses[miniature];
        }
        reads += other.reads;
        weightedReads += other.weightedReads;
        expectedReads += other.expectedReads;
    }

    /** Returns the number of sampled reads; older ones count less. */
    double reads() {
        return reads;
    }

    /** Returns the number of reads that the sample should have. */
    double expectedReads() {
        return expectedReads;
    }

    /** Returns the estimated hit ratio of all reads in a miniature, 0 to 1; 0 before the first read. */
    double hitRatio(int miniature) {
        if (reads == 0 || expectedReads <= 0) {
            return 0;
        }
        double correction = weightedMisses[miniature] / weightedReads * (expectedReads - reads);
        double missRatio = (misses[miniature] + correction) / expectedReads;
        return 1 - Math.max(0, Math.min(1, missRatio));
    }
}
