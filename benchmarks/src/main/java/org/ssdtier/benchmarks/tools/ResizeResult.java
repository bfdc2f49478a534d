package org.ssdtier.benchmarks.tools;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.cli.BenchFindings;

/**
 * The results of {@link ResizeRun}.
 *
 * @param options options of the run
 * @param points the sizes, today's first
 * @param sampledReads number of sampled reads behind the curve
 * @param fillOfTwice fraction of the miniature of twice the SSD that was in use when the curve was read
 */
record ResizeResult(ResizeOptions options, List<Point> points, long sampledReads, double fillOfTwice)
        implements BenchFindings {
    /** The largest difference of a foretold hit ratio from the measured one. */
    static final double TARGET = 0.02;

    ResizeResult {
        points = List.copyOf(points);
    }

    /**
     * One size of the SSD.
     *
     * @param factor factor of the first size
     * @param predicted hit ratio of the curve, 0 to 1
     * @param measured hit ratio of the cache, 0 to 1
     * @param isSettled whether the hit ratio was steady when it was measured
     */
    record Point(double factor, double predicted, double measured, boolean isSettled) {
        double error() {
            return Math.abs(predicted - measured);
        }

        Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("ssd_factor", factor);
            map.put("predicted_hit_ratio", predicted);
            map.put("measured_hit_ratio", measured);
            map.put("error", error());
            map.put("settled", isSettled);
            return map;
        }

        @Override
        public String toString() {
            return String.format(
                    "%.1f x SSD: foretold %.4f, measured %.4f, error %.4f%s",
                    factor, predicted, measured, error(), isSettled ? "" : ", not settled yet");
        }
    }

    /** Returns the largest error of the sizes after a resize. */
    double error() {
        return points.stream()
                .filter(point -> point.factor() != 1)
                .mapToDouble(Point::error)
                .max()
                .orElseThrow();
    }

    @Override
    public boolean isGood() {
        return error() <= TARGET;
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("largest_error", error());
        map.put("at_most", TARGET);
        map.put("good", isGood());
        map.put("sizes", points.stream().map(Point::toMap).toList());
        map.put("sampled_reads", sampledReads);
        map.put("fill_of_twice", fillOfTwice);
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("rows", options.rows());
        settings.put("distribution", "zipfian 0.99, reads only");
        settings.put("seconds", options.seconds());
        settings.put("most_warm_up_parts", options.warmUpParts());
        settings.put("threads", options.threads());
        settings.put("row_cache_mib", options.memoryMebibytes());
        settings.put("ssd_mib", options.ssdMebibytes());
        settings.put("heap", options.heap());
        map.put("settings", settings);
        map.put("run", facts);
        return map;
    }

    @Override
    public void print(PrintWriter out) {
        out.printf(
                "%nThe curve and a real resize: %,d sampled reads, miniature of twice the SSD %.0f %% full%n",
                sampledReads, 100 * fillOfTwice);
        points.forEach(point -> out.printf("  %s%n", point));
        out.printf("  target: error <= %.2f: %s (%.4f)%n", TARGET, isGood() ? "met" : "missed", error());
        out.flush();
    }
}
