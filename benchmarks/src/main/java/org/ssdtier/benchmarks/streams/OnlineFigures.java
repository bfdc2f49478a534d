package org.ssdtier.benchmarks.streams;

import static org.ssdtier.benchmarks.streams.StreamsFormat.format;

import java.util.List;
import org.ssdtier.benchmarks.device.stream.StreamFigures;

/**
 * The figures of an arm on a mounted drive, as tables and pages show them.
 *
 * @param arm name of the arm
 * @param aged mean updates per second after the host has written as much as the drive has
 * @param agedShare the same, as a share of the peak
 * @param worstShare mean of the slowest tenth of the windows after that, as a share of the peak
 * @param latency times of updates
 * @param writeAmplification sectors written to flash for each of the host's
 * @param copiedMebibytes valid data copied by garbage collection
 * @param erasedUnits erase units erased
 * @param lifetime bytes that wear the drive out, as a multiple of those in the arm with one stream
 * @param shares shares of the bytes written
 * @param windows the curve over time
 */
record OnlineFigures(
        String arm,
        double aged,
        double agedShare,
        double worstShare,
        Tail latency,
        double writeAmplification,
        double copiedMebibytes,
        long erasedUnits,
        double lifetime,
        Shares shares,
        List<OnlineResult.Sample> windows) {
    /** Headings of {@link #row}. */
    static final List<String> HEADING = List.of(
            "Online arm",
            "Updates/s aged",
            "of peak",
            "worst, of peak",
            "p99 ms",
            "p99.9 ms",
            "p99.99 ms",
            "WAF",
            "copied MiB",
            "erased",
            "lifetime, to normal",
            "resolved",
            "system");

    /** Quantiles of a time in milliseconds: the 99th, 99.9th and 99.99th percentile. */
    record Tail(double p99Millis, double p999Millis, double p9999Millis) {
        private static final double P9999 = 99.99;

        static Tail of(OnlineResult arm) {
            return new Tail(
                    arm.updates().p99Micros() / 1e3,
                    arm.updates().p999Micros() / 1e3,
                    arm.updates().toHistogram().getValueAtPercentile(P9999) / 1e3);
        }
    }

    /**
     * Shares of the bytes written.
     *
     * @param resolved those whose file was known in time
     * @param system those that belong to no file
     * @param hints by lifetime hint, from 0 (not set) to 5 (extreme)
     */
    record Shares(double resolved, double system, List<Double> hints) {
        static Shares of(StreamFigures streams) {
            double all = Math.max(1, streams.writtenSectors());
            return new Shares(
                    streams.resolvedShare(),
                    streams.systemShare(),
                    streams.hintSectors().stream().map(sectors -> sectors / all).toList());
        }
    }

    /**
     * Returns the figures of an arm.
     *
     * @param driveSectors sectors of the drive
     * @param peak rate that shares are shares of
     * @param normal units erased for each sector written in the arm with one stream
     */
    static OnlineFigures of(OnlineResult arm, long driveSectors, double peak, double normal) {
        double aged = arm.agedRate(driveSectors);
        return new OnlineFigures(
                arm.arm(),
                aged,
                aged / peak,
                arm.worstRate(driveSectors) / peak,
                Tail.of(arm),
                arm.flash().writeAmplification(),
                StreamsFormat.mebibytes(arm.flash().copiedSectors()),
                arm.flash().erasedUnits(),
                StreamsFormat.lifetime(arm.erasures(), normal),
                Shares.of(arm.streams()),
                arm.windows());
    }

    List<String> row() {
        return List.of(
                arm,
                format("%,.0f", aged),
                format("%.2f", agedShare),
                format("%.2f", worstShare),
                format("%.1f", latency.p99Millis),
                format("%.1f", latency.p999Millis),
                format("%.1f", latency.p9999Millis),
                format("%.3f", writeAmplification),
                format("%,.0f", copiedMebibytes),
                Long.toString(erasedUnits),
                StreamsFormat.formatLifetime(lifetime),
                format("%.3f %%", 100 * shares.resolved),
                format("%.2f %%", 100 * shares.system));
    }
}
