package org.ssdtier.benchmarks.streams;

import java.util.List;
import java.util.stream.IntStream;
import org.ssdtier.benchmarks.device.stream.ReplayResult;

/**
 * The result of the updates of a trace on a drive, in virtual time.
 *
 * @param arm name of the arm
 * @param trace name of the online arm that recorded the trace
 * @param spareShare over-provisioning
 * @param fill fraction of the drive that other data occupies
 * @param replay the figures
 */
record OfflineResult(String arm, String trace, double spareShare, double fill, ReplayResult replay) {
    private static final double WORST_SHARE = 0.1;

    /** Returns the erase units erased for each sector that the host has written. */
    double erasures() {
        return (double) replay.total().erasedUnits() / replay.total().hostSectors();
    }

    /** Returns the numbers of the intervals after the host has written as many bytes as the drive has. */
    private IntStream aged(long driveBytes) {
        List<ReplayResult.Interval> intervals = replay.intervals();
        return IntStream.range(0, intervals.size())
                .filter(i -> intervals.get(i).hostMebibytes() > (double) driveBytes / (1 << 20));
    }

    /** Returns the mean rate of these intervals in MiB/s; 0 if there are none. */
    double agedRate(long driveBytes) {
        List<Double> rates = replay.rates();
        double seconds = aged(driveBytes).mapToDouble(this::seconds).sum();
        return seconds == 0
                ? 0
                : aged(driveBytes).mapToDouble(i -> rates.get(i) * seconds(i)).sum() / seconds;
    }

    private double seconds(int interval) {
        return replay.intervals().get(interval).seconds();
    }

    /** Returns the mean rate of the slowest tenth of these intervals in MiB/s; 0 if there are none. */
    double worstRate(long driveBytes) {
        List<Double> rates =
                aged(driveBytes).mapToObj(replay.rates()::get).sorted().toList();
        return rates.stream()
                .limit((int) Math.ceil(WORST_SHARE * rates.size()))
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** Returns the highest rate of an interval in MiB/s; 0 if there are none. */
    double peak() {
        return replay.rates().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }
}
