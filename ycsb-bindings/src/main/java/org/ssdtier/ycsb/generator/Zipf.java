package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;

/**
 * A Zipf distribution of ranks 0 … n-1 with probability proportional to {@code 1 / (rank + 1)^exponent}, drawn by
 * rejection-inversion (W. Hörmann and G. Derflinger, "Rejection-inversion to generate variates from monotone discrete
 * distributions", ACM TOMACS 6(3), 1996). It is exact. Unlike YCSB's generator
 * (Gray et al., 1994, exact for the first two ranks only), it does not first compute a sum over all ranks, so {@code n}
 * may change with every draw. Immutable.
 */
public final class Zipf {
    /** YCSB's exponent. */
    public static final double YCSB_EXPONENT = 0.99;

    private final double exponent;
    private final double atOneAndAHalf;
    private final double squeeze;

    /**
     * Creates a distribution.
     *
     * @param exponent more than 0; 1 is allowed
     */
    public Zipf(double exponent) {
        if (!(exponent > 0)) {
            throw new IllegalArgumentException("exponent=" + exponent + ", allowed: more than 0");
        }
        this.exponent = exponent;
        this.atOneAndAHalf = integral(1.5) - 1;
        this.squeeze = 2 - inverse(integral(2.5) - Math.pow(2, -exponent));
    }

    /**
     * Draws a rank.
     *
     * @param n number of ranks, at least 1
     * @return 0 (the most frequent) to n-1
     */
    public long next(SplittableRandom random, long n) {
        double last = integral(n + 0.5);
        while (true) {
            double u = last + random.nextDouble() * (atOneAndAHalf - last);
            double x = inverse(u);
            long k = Math.max(1, Math.min(n, Math.round(x)));
            if (k - x <= squeeze || u >= integral(k + 0.5) - Math.pow((double) k, -exponent)) {
                return k - 1;
            }
        }
    }

    /**
     * Returns the probability of the {@code share} most frequent of {@code n} ranks: the best hit ratio a cache can
     * have.
     */
    public double mass(long share, long n) {
        return sum(share) / sum(n);
    }

    private double sum(long n) {
        double sum = 0;
        long exact = Math.min(n, 100_000);
        for (long k = 1; k <= exact; k++) {
            sum += Math.pow((double) k, -exponent);
        }
        // Midpoint rule for the remaining ranks: from here on its error is below 1e-10 of the sum.
        return exact == n ? sum : sum + integral(n + 0.5) - integral(exact + 0.5);
    }

    /** Returns an antiderivative of x^-exponent at {@code x}. */
    private double integral(double x) {
        double logX = Math.log(x);
        return expm1OverX((1 - exponent) * logX) * logX;
    }

    private double inverse(double y) {
        double t = Math.max(-1, y * (1 - exponent));
        return Math.exp(log1pOverX(t) * y);
    }

    private static double expm1OverX(double x) {
        return Math.abs(x) > 1e-8 ? Math.expm1(x) / x : 1 + x / 2;
    }

    private static double log1pOverX(double x) {
        return Math.abs(x) > 1e-8 ? Math.log1p(x) / x : 1 - x / 2;
    }
}
