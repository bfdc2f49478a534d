package org.ssdtier.benchmarks.experiment;

import java.util.List;

/**
 * The fractions of the rows that fit into the tiers.
 *
 * @param name name of the scaling
 * @param memory fraction of the rows that fit into the memory tier
 * @param ssd fraction of the rows that fit into the SSD tier
 */
record Shares(String name, double memory, double ssd) {
    /** The paper's fractions. They give a smaller table fewer hits, because popularity falls off more slowly. */
    static final String EQUAL_SHARE = "equal-share";
    /** Fractions that give a smaller table the hit ratio of the paper's fractions with 100 million rows. */
    static final String EQUAL_HITS = "equal-hits";

    static final List<String> NAMES = List.of(EQUAL_HITS, EQUAL_SHARE);

    private static final long PAPER_ROWS = 100_000_000;
    private static final double PAPER_MEMORY = 0.02;
    private static final double PAPER_SSD = 0.10;
    private static final double ZIPF_EXPONENT = 0.99;

    /**
     * Returns the fractions of a scaling for a number of rows.
     *
     * @throws IllegalArgumentException if there is no such scaling
     */
    static Shares of(String scaling, long rows) {
        if (scaling.equals(EQUAL_SHARE)) {
            return new Shares(scaling, PAPER_MEMORY, PAPER_SSD);
        }
        if (!scaling.equals(EQUAL_HITS)) {
            throw new IllegalArgumentException("scaling=" + scaling + ": allowed are " + String.join(", ", NAMES));
        }
        double memory = shareWithHits(rows, ideal(PAPER_ROWS, PAPER_MEMORY));
        double both = shareWithHits(rows, ideal(PAPER_ROWS, PAPER_MEMORY + PAPER_SSD));
        return new Shares(scaling, memory, both - memory);
    }

    /** Returns whether the SSD may have only this fraction of the data's bytes, as a buyer would count. */
    boolean isOfBytes() {
        return name.equals(EQUAL_SHARE);
    }

    /**
     * Returns the hit ratio of reads for a cache that holds the most popular fraction of the rows and loses no row to a
     * write.
     */
    static double ideal(long rows, double share) {
        return harmonic(Math.round(rows * share)) / harmonic(rows);
    }

    /** Returns the same for a number of rows; at most 1. */
    static double idealOfRows(long rows, long popularRows) {
        return ideal(rows, Math.min(1, (double) popularRows / rows));
    }

    private static double shareWithHits(long rows, double hits) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (ideal(rows, middle) < hits) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /**
     * Returns the sum of 1 / i^0.99 for i up to n: the first terms one by one, the rest by the Euler-Maclaurin formula.
     */
    private static double harmonic(long n) {
        int exact = (int) Math.min(n, 1_000);
        double sum = 0;
        for (int i = 1; i <= exact; i++) {
            sum += Math.pow(i, -ZIPF_EXPONENT);
        }
        if (n > exact) {
            double power = 1 - ZIPF_EXPONENT;
            double ends = (Math.pow((double) n, -ZIPF_EXPONENT) - Math.pow(exact, -ZIPF_EXPONENT)) / 2;
            sum += (Math.pow((double) n, power) - Math.pow(exact, power)) / power + ends;
        }
        return sum;
    }
}
