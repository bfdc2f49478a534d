package org.ssdtier.benchmarks.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Plot;
import org.ssdtier.benchmarks.report.TimeSeries;
import org.ssdtier.ycsb.stale.StalenessReport;

/** The HTML report of a demo. */
final class DemoReport {
    private final DemoOptions options;
    private final DemoResult result;
    private final List<Sample> samples;
    private final StalenessReport staleness;

    DemoReport(DemoOptions options, DemoResult result, List<Sample> samples, StalenessReport staleness) {
        this.options = options;
        this.result = result;
        this.samples = List.copyOf(samples);
        this.staleness = staleness;
    }

    void write(Path file) throws IOException {
        report().write(file);
    }

    HtmlReport report() throws IOException {
        String outcome = result.isGood() ? "Nothing was stale and nothing failed." : "Stale or failed: see below.";
        HtmlReport report = new HtmlReport(
                "Cassandra with an SSD row cache",
                text(
                                "%,d rows of 400 bytes, a memory tier of %s, an SSD tier of %s; 95 %% reads, 5 %% updates, "
                                        + "distribution latest, %d threads, %d s. ",
                                options.rows(),
                                options.memoryTier(),
                                options.ssdTier(),
                                options.threads(),
                                options.seconds())
                        + outcome);
        addFigures(report);
        addPlots(report);
        report.addTable("All figures of the measured run", List.of("Figure", "Value"), figures(result, staleness));
        if (!staleness.violations().isEmpty()) {
            report.addTable(
                    "Violations",
                    List.of("What was seen"),
                    staleness.violations().stream().map(List::of).toList());
        }
        report.addNote("Client and node share this machine, and the page cache holds the table: a read that neither "
                + "tier answers costs less here than on a large, slow disk.");
        return report;
    }

    /** Returns all figures with their names, for the table on the terminal and in the report. */
    static List<List<String>> figures(DemoResult result, StalenessReport staleness) {
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
                List.of("stale reads", text("%d of %,d checked", result.staleReads(), staleness.rowsChecked())),
                List.of("failed operations", text("%d", result.failedOperations())));
    }

    private void addFigures(HtmlReport report) {
        report.addFigure(text("%,.0f", result.readsPerSecond()), "reads per second");
        report.addFigure(latency(result.latency().p50()), "median read");
        report.addFigure(latency(result.latency().p99()), "99th percentile read");
        report.addFigure(percent(result.hits().memory()), "answered by memory");
        report.addFigure(percent(result.hits().ssd()), "answered by the SSD");
        report.addFigure(text("%d", result.staleReads()), text("stale of %,d checked reads", staleness.rowsChecked()));
    }

    private void addPlots(HtmlReport report) throws IOException {
        report.addDrawing(
                new Plot(
                        "Reads by tier",
                        "% of reads",
                        Plot.Kind.STACKED,
                        List.of(
                                series(
                                        "memory",
                                        0,
                                        sample -> 100 * sample.tier().memoryShare()),
                                series("SSD", 1, sample -> 100 * sample.tier().ssdShare()),
                                series("disk", 2, sample -> 100 * sample.tier().missShare()))),
                "The SSD answers reads that miss the memory tier; the disk answers the rest. "
                        + text("The first %d s are the warm-up.", options.warmUpSeconds()));
        report.addDrawing(
                new Plot(
                        "Throughput",
                        "reads per second",
                        Plot.Kind.LINES,
                        List.of(series("reads", 0, Sample::readsPerSecond))),
                "Reads answered in each second.");
        report.addDrawing(
                new Plot(
                        "Latency of reads",
                        "\u00b5s",
                        Plot.Kind.LOGARITHMIC_LINES,
                        List.of(
                                series("median", 0, sample -> sample.reads().p50Micros()),
                                series("99th percentile", 1, sample -> sample.reads()
                                        .p99Micros()))),
                "As the client saw it, of the reads that ended in each second.");
    }

    private TimeSeries series(String name, int color, ToDoubleFunction<Sample> value) {
        return new TimeSeries(
                name,
                color,
                samples.stream().map(Sample::second).toList(),
                samples.stream().map(value::applyAsDouble).toList());
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
