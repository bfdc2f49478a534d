package org.ssdtier.benchmarks.streams;

import static org.ssdtier.benchmarks.streams.StreamsFormat.format;

import java.util.List;
import org.ssdtier.benchmarks.device.stream.ReplayResult;

/**
 * The figures of the updates of a trace on a drive, as tables and pages show them.
 *
 * @param arm name of the arm
 * @param trace name of the online arm that recorded the trace
 * @param spareShare over-provisioning
 * @param fill fraction of the drive that other data occupies
 * @param agedShare mean rate after the host has written as much as the drive has, as a share of the peak
 * @param worstShare mean of the slowest tenth of the intervals after that, as a share of the peak
 * @param writeAmplification sectors written to flash for each of the host's
 * @param copiedMebibytes valid data copied by garbage collection
 * @param erasedUnits erase units erased
 * @param lifetime bytes that wear the drive out, as a multiple of those in the arm with one stream
 */
record OfflineFigures(
        String arm,
        String trace,
        double spareShare,
        double fill,
        double agedShare,
        double worstShare,
        double writeAmplification,
        double copiedMebibytes,
        long erasedUnits,
        double lifetime) {
    /** Headings of {@link #row}. */
    static final List<String> HEADING = List.of(
            "Offline arm",
            "Trace",
            "Spare",
            "Fill",
            "of peak",
            "worst, of peak",
            "WAF",
            "copied MiB",
            "erased",
            "lifetime, to normal");

    /**
     * Returns the figures of an arm.
     *
     * @param driveBytes bytes of the drive
     * @param peak rate that shares are shares of
     * @param normal units erased for each sector written in the arm with one stream
     */
    static OfflineFigures of(OfflineResult result, long driveBytes, double peak, double normal) {
        ReplayResult.Total total = result.replay().total();
        return new OfflineFigures(
                result.arm(),
                result.trace(),
                result.spareShare(),
                result.fill(),
                result.agedRate(driveBytes) / peak,
                result.worstRate(driveBytes) / peak,
                total.writeAmplification(),
                StreamsFormat.mebibytes(total.copiedSectors()),
                total.erasedUnits(),
                StreamsFormat.lifetime(result.erasures(), normal));
    }

    List<String> row() {
        return List.of(
                arm,
                trace,
                format("%.2f", spareShare),
                format("%.2f", fill),
                format("%.2f", agedShare),
                format("%.2f", worstShare),
                format("%.3f", writeAmplification),
                format("%,.0f", copiedMebibytes),
                Long.toString(erasedUnits),
                StreamsFormat.formatLifetime(lifetime));
    }
}
