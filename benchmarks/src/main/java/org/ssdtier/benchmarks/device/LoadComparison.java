package org.ssdtier.benchmarks.device;

import org.jspecify.annotations.Nullable;

/**
 * A load on a device beside the same load on its model.
 *
 * @param measured what the device did
 * @param expected what the model says, null for a drive without one
 * @param arithmeticMicros the mean latency worked out by hand from the profile, null where there is no such formula
 * @param isTailJudged whether the 99th percentile must agree too: not where it is the machine's scheduling that shows
 * @param tries how often the load was run until it agreed, or was given up
 */
public record LoadComparison(
        LoadFigures measured,
        @Nullable LoadFigures expected,
        @Nullable Double arithmeticMicros,
        boolean isTailJudged,
        int tries) {
    /** How far a measurement may be off. */
    public static final double TOLERANCE = 0.10;

    /** The way through the kernel and the drive's program must be quicker than any drive that is emulated. */
    static final double MOST_PATH_MICROS = 100;

    /** Whether the device is what its model says. */
    public boolean isGood() {
        if (expected == null) {
            return !measured.load().equals("random-qd1") || measured.p50Micros() < MOST_PATH_MICROS;
        }
        return Math.abs(worst()) <= TOLERANCE;
    }

    /** The deviation that is largest among those judged: of requests a second, mean, median, 99th percentile. */
    public double worst() {
        if (expected == null) {
            return 0;
        }
        double worst = larger(iopsDeviation(), meanDeviation());
        worst = larger(worst, p50Deviation());
        return isTailJudged ? larger(worst, p99Deviation()) : worst;
    }

    /** Requests a second, measured to expected, less one. */
    public double iopsDeviation() {
        return expected == null ? 0 : measured.iops() / expected.iops() - 1;
    }

    /** Mean latency, measured to expected, less one. */
    public double meanDeviation() {
        return expected == null ? 0 : measured.meanMicros() / expected.meanMicros() - 1;
    }

    /** Median latency, measured to expected, less one. */
    public double p50Deviation() {
        return expected == null ? 0 : measured.p50Micros() / expected.p50Micros() - 1;
    }

    /** 99th percentile of the latency, measured to expected, less one. */
    public double p99Deviation() {
        return expected == null ? 0 : measured.p99Micros() / expected.p99Micros() - 1;
    }

    private static double larger(double one, double other) {
        return Math.abs(one) >= Math.abs(other) ? one : other;
    }
}
