package org.ssdtier.benchmarks.device;

import org.jspecify.annotations.Nullable;

/**
 * A comparison of a load on a device with the same load on its model.
 *
 * @param measured figures of the device
 * @param expected figures of the model, null for a drive without a model
 * @param arithmeticMicros mean latency calculated from the profile, null if there is no formula for it
 * @param isTailJudged whether the 99th percentile must agree too; where the machine's scheduling dominates it this is
 *     false, and it must only not be shorter
 * @param tries number of runs until the load agreed or the last try failed
 */
public record LoadComparison(
        LoadFigures measured,
        @Nullable LoadFigures expected,
        @Nullable Double arithmeticMicros,
        boolean isTailJudged,
        int tries) {
    /** The largest relative deviation allowed. */
    public static final double TOLERANCE = 0.10;

    /**
     * The largest median latency, in microseconds, of a random read without a model. The path through the kernel and
     * the drive program must be faster than any emulated drive.
     */
    static final double MAX_PATH_MICROS = 100;

    /** Returns whether the device agrees with its model. */
    public boolean isGood() {
        if (expected == null) {
            return !measured.load().equals("random-qd1") || measured.p50Micros() < MAX_PATH_MICROS;
        }
        return Math.abs(worst()) <= TOLERANCE;
    }

    /**
     * Returns the largest of the judged deviations: requests per second, mean, median and 99th percentile.
     *
     * <p>A 99th percentile that is not judged may be longer than the model's, but not shorter by more than the tolerance: a
     * busy machine only adds to it. Where the model has a single latency, this follows from the median; where requests queue
     * for the dies of an SSD, it shows whether they still do.
     */
    public double worst() {
        if (expected == null) {
            return 0;
        }
        double worst = larger(iopsDeviation(), meanDeviation());
        worst = larger(worst, p50Deviation());
        return isTailJudged || p99Deviation() < 0 ? larger(worst, p99Deviation()) : worst;
    }

    /** Returns the ratio of measured to expected requests per second, minus one. */
    public double iopsDeviation() {
        return expected == null ? 0 : measured.iops() / expected.iops() - 1;
    }

    /** Returns the ratio of measured to expected mean latency, minus one. */
    public double meanDeviation() {
        return expected == null ? 0 : measured.meanMicros() / expected.meanMicros() - 1;
    }

    /** Returns the ratio of measured to expected median latency, minus one. */
    public double p50Deviation() {
        return expected == null ? 0 : measured.p50Micros() / expected.p50Micros() - 1;
    }

    /** Returns the ratio of measured to expected 99th percentile of the latency, minus one. */
    public double p99Deviation() {
        return expected == null ? 0 : measured.p99Micros() / expected.p99Micros() - 1;
    }

    private static double larger(double one, double other) {
        return Math.abs(one) >= Math.abs(other) ? one : other;
    }
}
