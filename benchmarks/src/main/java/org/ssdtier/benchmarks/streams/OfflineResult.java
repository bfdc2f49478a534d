package org.ssdtier.benchmarks.streams;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ssdtier.benchmarks.device.stream.ReplayResult;

/**
 * The result of a trace on a drive, in virtual time.
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

    /** Returns the rates of the intervals after the host has written as many bytes as the drive has, in MiB/s. */
    List<Double> agedRates(long driveBytes) {
        double aged = (double) driveBytes / (1 << 20);
        List<Double> rates = replay.rates();
        List<ReplayResult.Interval> intervals = replay.intervals();
        return IntStream.range(0, rates.size())
                .filter(i -> intervals.get(i).hostMebibytes() > aged)
                .mapToObj(rates::get)
                .toList();
    }

    /** Returns the mean of these rates, weighed by bytes; 0 if there are none. */
    double agedRate(long driveBytes) {
        List<Double> rates = agedRates(driveBytes);
        double secondsPerMebibyte =
                rates.stream().mapToDouble(rate -> 1 / rate).average().orElse(0);
        return secondsPerMebibyte == 0 ? 0 : 1 / secondsPerMebibyte;
    }

    /** Returns the mean of the slowest tenth of these rates; 0 if there are none. */
    double worstRate(long driveBytes) {
        List<Double> rates = agedRates(driveBytes);
        return rates.stream()
                .sorted(Comparator.naturalOrder())
                .limit((int) Math.ceil(WORST_SHARE * rates.size()))
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** Returns the rates of all intervals but the first, which fills the host's queue and the drive's buffer, in MiB/s. */
    List<Double> steadyRates() {
        List<Double> rates = replay.rates();
        return rates.subList(Math.min(1, rates.size()), rates.size());
    }

    /** Returns the highest of these rates. */
    double peak() {
        return steadyRates().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }
}
