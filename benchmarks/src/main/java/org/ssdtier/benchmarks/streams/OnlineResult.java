package org.ssdtier.benchmarks.streams;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ssdtier.benchmarks.device.FlashCounters;
import org.ssdtier.benchmarks.device.stream.StreamFigures;
import org.ssdtier.benchmarks.load.Latency;

/**
 * The result of an arm on a mounted drive.
 *
 * @param arm name of the arm
 * @param samples figures of the seconds of the updates
 * @param loadSectors sectors that the host wrote before the updates
 * @param updates times of the updates
 * @param flash counters of the drive during the updates
 * @param streams counters of owners, hints and streams during the updates
 */
record OnlineResult(
        String arm,
        List<Sample> samples,
        long loadSectors,
        Latency updates,
        FlashCounters flash,
        StreamFigures streams) {
    /** Seconds of a point of a curve. */
    static final int WINDOW_SECONDS = 10;

    /** Share of the worst windows; the worst one alone may be a hiccup of the machine. */
    private static final double WORST_SHARE = 0.1;

    /**
     * The figures of a second.
     *
     * @param seconds time since the updates began
     * @param requests requests per second
     * @param writtenSectors sectors that the host has written since the updates began
     * @param copiedSectors valid sectors that the drive has copied since the updates began
     */
    record Sample(double seconds, double requests, long writtenSectors, long copiedSectors) {}

    /** Returns the erase units erased for each sector that the host has written. */
    double erasures() {
        return (double) flash.erasedUnits() / flash.writtenSectors();
    }

    /** Returns the mean of {@link #WINDOW_SECONDS} seconds each, without an incomplete one at the end. */
    List<Sample> windows() {
        List<Sample> windows = new ArrayList<>();
        for (int i = WINDOW_SECONDS; i <= samples.size(); i += WINDOW_SECONDS) {
            Sample last = samples.get(i - 1);
            double mean = samples.subList(i - WINDOW_SECONDS, i).stream()
                    .mapToDouble(Sample::requests)
                    .average()
                    .orElse(0);
            windows.add(new Sample(last.seconds(), mean, last.writtenSectors(), last.copiedSectors()));
        }
        return windows;
    }

    /** Returns the highest rate of a window, in requests per second. */
    double peak() {
        return windows().stream().mapToDouble(Sample::requests).max().orElse(0);
    }

    /** Returns the windows after the host has written as many bytes as the drive has. */
    List<Sample> agedWindows(long driveSectors) {
        return windows().stream()
                .filter(window -> window.writtenSectors() > driveSectors)
                .toList();
    }

    /** Returns the mean rate after the host has written as many bytes as the drive has; 0 if it has not. */
    double agedRate(long driveSectors) {
        return agedWindows(driveSectors).stream()
                .mapToDouble(Sample::requests)
                .average()
                .orElse(0);
    }

    /** Returns the mean of the slowest tenth of the windows after that; 0 if there are none. */
    double worstRate(long driveSectors) {
        List<Double> rates = agedWindows(driveSectors).stream()
                .map(Sample::requests)
                .sorted(Comparator.naturalOrder())
                .toList();
        int count = (int) Math.ceil(WORST_SHARE * rates.size());
        return rates.stream()
                .limit(count)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }
}
