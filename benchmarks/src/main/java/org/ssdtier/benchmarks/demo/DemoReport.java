package org.ssdtier.benchmarks.demo;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Plot;
import org.ssdtier.benchmarks.report.TimeSeries;

/** The report of a demo's result. */
final class DemoReport {
    private final DemoResult result;

    DemoReport(DemoResult result) {
        this.result = result;
    }

    HtmlReport report() throws IOException {
        String outcome = result.isGood() ? "Nothing was stale and nothing failed." : "Stale or failed: see below.";
        HtmlReport report = new HtmlReport("Cassandra with an SSD row cache", options() + outcome);
        addFigures(report);
        if (result.series() == null) {
            report.addMissing("reads by tier, throughput and latency over time", "series by second");
        } else {
            addPlots(report, result.series());
        }
        report.addTable("All figures of the measured run", List.of("Figure", "Value"), figures(result));
        List<String> violations = violations(result);
        if (!violations.isEmpty()) {
            report.addTable(
                    "Violations",
                    List.of("What was seen"),
                    violations.stream().map(List::of).toList());
        }
        report.addNote("Client and node share this machine, and the page cache holds the table: a read that neither "
                + "tier answers costs less here than on a large, slow disk.");
        return report;
    }

    private String options() {
        DemoResult.Run run = result.run();
        return run == null
                ? ""
                : text(
                        "%,d rows of 400 bytes, a memory tier of %s, an SSD tier of %s; 95 %% reads, 5 %% updates, "
                                + "distribution latest, %d threads, %d s after a warm-up of %d s. ",
                        run.rows(), run.memoryTier(), run.ssdTier(), run.threads(), run.seconds(), run.warmUpSeconds());
    }

    /** Returns what the staleness checker has seen, in words. */
    static List<String> violations(DemoResult result) {
        return result.checked() == null ? List.of() : result.checked().violations();
    }

    /** Returns all figures with their names, for the table on the terminal and in the report. */
    static List<List<String>> figures(DemoResult result) {
        return List.of(
                List.of("reads per second", text("%,.0f", result.readsPerSecond())),
                List.of(
                        "read latency, median",
                        text("%,d \u00b5s", result.latency().p50())),
                List.of(
                        "read latency, 99th percentile",
                        text("%,d \u00b5s", result.latency().p99())),
                List.of("answered by memory", percent(result.hits().memory())),
                List.of("answered by the SSD", percent(result.hits().ssd())),
                List.of("answered by either", percent(result.hits().total())),
                List.of("SSD share of memory misses", percent(ssdShareOfMemoryMisses(result))),
                List.of("SSD reads per SSD hit", text("%.4f", result.deviceReadsPerSsdHit())),
                List.of("bytes written per byte admitted", text("%.3f", result.writeAmplification())),
                List.of("rows on the SSD", text("%,d", result.entriesOnSsd())),
                List.of("index bytes per row on the SSD", text("%.1f", result.indexBytesPerEntry())),
                List.of("stale reads", staleReads(result)),
                List.of("failed operations", text("%d", result.failedOperations())));
    }

    private void addFigures(HtmlReport report) {
        report.addFigure(text("%,.0f", result.readsPerSecond()), "reads per second");
        report.addFigure(latency(result.latency().p50()), "median read");
        report.addFigure(latency(result.latency().p99()), "99th percentile read");
        report.addFigure(percent(result.hits().memory()), "answered by memory");
        report.addFigure(percent(result.hits().ssd()), "answered by the SSD");
        report.addFigure(
                text("%d", result.staleReads()),
                result.checked() == null
                        ? "stale reads"
                        : text("stale of %,d checked reads", result.checked().rows()));
    }

    private static String staleReads(DemoResult result) {
        return result.checked() == null
                ? text("%d", result.staleReads())
                : text(
                        "%d of %,d checked",
                        result.staleReads(), result.checked().rows());
    }

    private static void addPlots(HtmlReport report, DemoSeries by) throws IOException {
        List<Double> seconds = by.seconds();
        report.addDrawing(
                new Plot(
                        "Reads by tier",
                        "% of reads",
                        Plot.Kind.STACKED,
                        List.of(
                                new TimeSeries("memory", 0, seconds, percents(by.memoryShare())),
                                new TimeSeries("SSD", 1, seconds, percents(by.ssdShare())),
                                new TimeSeries("disk", 2, seconds, percents(by.diskShare())))),
                "The SSD answers reads that miss the memory tier; the disk answers the rest. Warm-up included.");
        report.addDrawing(
                new Plot(
                        "Throughput",
                        "reads per second",
                        Plot.Kind.LINES,
                        List.of(new TimeSeries("reads", 0, seconds, by.readsPerSecond()))),
                "Reads answered in each second.");
        report.addDrawing(
                new Plot(
                        "Latency of reads",
                        "\u00b5s",
                        Plot.Kind.LOGARITHMIC_LINES,
                        List.of(
                                new TimeSeries("median", 0, seconds, doubles(by.p50Micros())),
                                new TimeSeries("99th percentile", 1, seconds, doubles(by.p99Micros())))),
                "As the client saw it, of the reads that ended in each second.");
    }

    private static List<Double> percents(List<Double> shares) {
        return shares.stream().map(share -> 100 * share).toList();
    }

    private static List<Double> doubles(List<Long> values) {
        return values.stream().map(Long::doubleValue).toList();
    }

    private static double ssdShareOfMemoryMisses(DemoResult result) {
        return DemoCounters.ratio(result.hits().ssd(), 1 - result.hits().memory());
    }

    private static String latency(long micros) {
        return micros < 10_000 ? text("%,d \u00b5s", micros) : text("%.1f ms", micros / 1_000.0);
    }

    private static String percent(double share) {
        return text("%.1f %%", 100 * share);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
