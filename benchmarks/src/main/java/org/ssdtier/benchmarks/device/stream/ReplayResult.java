package org.ssdtier.benchmarks.device.stream;

import java.util.List;
import java.util.stream.IntStream;
import org.ssdtier.benchmarks.device.NamedNumbers;

/**
 * The figures of a replayed block trace. Sectors have 4 KiB; times are virtual.
 *
 * @param total the figures of the whole trace
 * @param intervals the figures of equal virtual times, without an incomplete one at the end
 * @param streams the figures of each stream
 * @param hintSectors sectors written with each lifetime hint, from 0 (not set) to 5 (extreme)
 */
public record ReplayResult(Total total, List<Interval> intervals, List<Stream> streams, List<Long> hintSectors) {
    private static final long SECTOR_BYTES = 4_096;
    private static final double MEBIBYTE = 1 << 20;

    /**
     * The figures of a whole trace.
     *
     * @param seconds virtual time
     * @param hostSectors sectors written by the host
     * @param copiedSectors valid sectors copied by garbage collection
     * @param erasedUnits erase units erased
     * @param trimmedSectors sectors discarded by the host
     * @param collectSeconds time of all dies together in garbage collection
     * @param writeAmplification sectors written to flash for each of the host's
     * @param systemShare share of the host's bytes that belong to no file
     * @param unknownShare share of the host's bytes whose file was not known in time
     * @param sequentialShare share of the host's bytes that the drive detected as sequential; 0 without detection
     * @param latency times of writes
     * @param isComplete whether the trace has its end
     */
    public record Total(
            double seconds,
            long hostSectors,
            long copiedSectors,
            long erasedUnits,
            long trimmedSectors,
            double collectSeconds,
            double writeAmplification,
            double systemShare,
            double unknownShare,
            double sequentialShare,
            Latency latency,
            boolean isComplete) {}

    /** Quantiles of the time of a write, in microseconds. */
    public record Latency(double p50Micros, double p99Micros, double p999Micros, double p9999Micros) {}

    /**
     * The figures of an interval.
     *
     * @param hostMebibytes MiB written by the host from the beginning to its end
     * @param seconds its virtual time
     * @param traceSeconds time in which the host wrote it when it was recorded
     * @param copiedSectors valid sectors copied
     * @param erasedUnits erase units erased
     */
    public record Interval(
            double hostMebibytes, double seconds, double traceSeconds, long copiedSectors, long erasedUnits) {}

    /**
     * The figures of a stream.
     *
     * @param number number, from 0
     * @param writtenSectors sectors written by the host
     * @param copiedSectors valid sectors copied
     * @param erasedUnits erase units erased
     */
    public record Stream(int number, long writtenSectors, long copiedSectors, long erasedUnits) {
        /** Returns sectors written to flash for each of the host's; 1 if the host wrote none. */
        public double writeAmplification() {
            return writtenSectors == 0 ? 1 : 1 + (double) copiedSectors / writtenSectors;
        }
    }

    /** Parses the output of {@code replay.c}. */
    static ReplayResult parse(String output) {
        List<NamedNumbers> lines = output.lines().map(NamedNumbers::parse).toList();
        return new ReplayResult(
                lines.stream()
                        .filter(line -> line.has("total"))
                        .findFirst()
                        .map(ReplayResult::total)
                        .orElseThrow(() -> new IllegalArgumentException("replay: no total in its output")),
                lines.stream()
                        .filter(line -> line.has("interval"))
                        .map(ReplayResult::interval)
                        .toList(),
                lines.stream()
                        .filter(line -> line.has("stream"))
                        .map(ReplayResult::stream)
                        .toList(),
                lines.stream()
                        .filter(line -> line.has("hint"))
                        .map(line -> line.count("written_sectors"))
                        .toList());
    }

    private static Total total(NamedNumbers line) {
        double host = Math.max(1, line.number("host_sectors"));
        return new Total(
                line.number("seconds"),
                line.count("host_sectors"),
                line.count("copied_sectors"),
                line.count("erased_units"),
                line.count("trimmed_sectors"),
                line.number("collect_micros") / 1e6,
                line.number("write_amplification"),
                line.number("system_sectors") / host,
                line.number("unknown_sectors") / host,
                line.number("sequential_share"),
                new Latency(
                        line.number("p50_micros"),
                        line.number("p99_micros"),
                        line.number("p999_micros"),
                        line.number("p9999_micros")),
                line.count("complete") == 1);
    }

    private static Interval interval(NamedNumbers line) {
        return new Interval(
                line.number("host_mib"),
                line.number("seconds"),
                line.number("trace_seconds"),
                line.count("copied_sectors"),
                line.count("erased_units"));
    }

    private static Stream stream(NamedNumbers line) {
        return new Stream(
                (int) line.count("stream"),
                line.count("written_sectors"),
                line.count("copied_sectors"),
                line.count("erased_units"));
    }

    /** Returns the host's MiB per second of virtual time; 0 for a trace without requests. */
    public double mebibytesPerSecond() {
        return total.seconds() == 0 ? 0 : total.hostSectors() * SECTOR_BYTES / MEBIBYTE / total.seconds();
    }

    /** Returns the rate of each interval, in the host's MiB per second of virtual time. */
    public List<Double> rates() {
        return IntStream.range(0, intervals.size())
                .mapToObj(i -> {
                    double before = i == 0 ? 0 : intervals.get(i - 1).hostMebibytes();
                    return (intervals.get(i).hostMebibytes() - before)
                            / intervals.get(i).seconds();
                })
                .toList();
    }
}
