package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.report.Bars;
import org.ssdtier.benchmarks.report.Drawing;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Percentiles;
import org.ssdtier.benchmarks.report.Plot;
import org.ssdtier.benchmarks.report.TimeSeries;

/** The report of a run: one self-contained HTML file, a PNG of each drawing, and the figures as one JSON file. */
final class ExperimentReport {
    private static final int PNG_WIDTH = 1_000;
    private static final int PNG_HEIGHT = 420;
    private static final double MICROS_PER_MILLI = 1_000;
    /** The first colour after those of the arms; no experiment has more than six arms. */
    private static final int MEMORY_COLOR = 6;

    private static final int IDEAL_COLOR = 7;

    private final RunDirectory.Run run;
    private final Experiment experiment;
    private final Comparison comparison;
    /** Mixes that have results; statements about a single mix refer to the first one. */
    private final List<Integer> measuredMixes;

    private final Map<String, Drawing> drawings = new LinkedHashMap<>();

    ExperimentReport(RunDirectory.Run run, Experiment experiment, List<SlotResult> results) {
        this.run = run;
        this.experiment = experiment;
        this.comparison = new Comparison(experiment, results);
        this.measuredMixes = comparison.cells().stream()
                .map(Comparison.Cell::readPercent)
                .distinct()
                .toList();
    }

    /** Writes {@code NAME.html}, {@code NAME.json} and {@code NAME-*.png} into a directory. */
    Path write(Path directory) throws IOException {
        HtmlReport report = report();
        Path html = directory.resolve(experiment.name() + ".html");
        report.write(html);
        for (Map.Entry<String, Drawing> drawing : drawings.entrySet()) {
            drawing.getValue()
                    .writePng(
                            directory.resolve(experiment.name() + "-" + drawing.getKey() + ".png"),
                            PNG_WIDTH,
                            PNG_HEIGHT);
        }
        Json.write(directory.resolve(experiment.name() + ".json"), new FigureCells(run, comparison).toMap());
        return html;
    }

    private HtmlReport report() throws IOException {
        RunDirectory.Plan plan = run.plan();
        HtmlReport report = new HtmlReport(
                "Experiment: " + experiment.name(),
                text(
                        "%s %,d rows (%.1f GB in %d SSTables), scale %s, %s disks, page cache %d MiB a node; every arm "
                                + "ran under every mix %d times for %d s, in turn.",
                        experiment.question(),
                        run.dataset().rows(),
                        run.dataset().bytes() / 1e9,
                        run.dataset().sstables(),
                        plan.scale().name(),
                        plan.device().equals("host") ? "the host's" : plan.device(),
                        plan.budget().pageCacheBytes() >> 20,
                        plan.scale().rounds(),
                        plan.scale().slotSeconds()));
        report.addNote("The paper: " + experiment.paper() + ".");
        if (plan.device().equals("host")) {
            report.addNote("These disks are the host's: neither emulated nor slow. The figures say nothing about the "
                    + "paper's disks.");
        }
        if (!experiment.modelLimits().isEmpty()) {
            report.addNote(experiment.modelLimits());
        }
        new PaperSection(comparison).addTo(report);
        if (!measuredMixes.isEmpty()) {
            addDrawings(report);
        }
        report.addTable("All figures: medians of the rounds", MixTable.HEADING, new MixTable(run, comparison).rows());
        new LossSection(comparison).addTo(report);
        new SizeSection(comparison).addTo(report);
        new FlashSection(comparison).addTo(report);
        report.addTable("Arms", List.of("Arm", "What it is"), arms());
        report.addTable("Memory and space of every arm", List.of("Part", "MiB"), budget());
        List<String> failures = comparison.failures();
        if (!failures.isEmpty()) {
            report.addTable(
                    "Failed", List.of("What"), failures.stream().map(List::of).toList());
        }
        return report;
    }

    private void addDrawings(HtmlReport report) throws IOException {
        add(
                report,
                "throughput",
                bars("Throughput", "requests per second", SlotResult::requestsPerSecond, 1),
                "Medians, with the range of the rounds. "
                        + verdict("requests per second", SlotResult::requestsPerSecond)
                        + limit());
        add(
                report,
                "latency",
                bars("Mean latency of reads", "ms", SlotResult::meanReadMicros, 1 / MICROS_PER_MILLI),
                "As the client saw it. " + verdict("mean read latency", SlotResult::meanReadMicros));
        int firstMix = measuredMixes.get(0);
        int lastMix = measuredMixes.get(measuredMixes.size() - 1);
        for (int mix : firstMix == lastMix ? List.of(firstMix) : List.of(firstMix, lastMix)) {
            add(
                    report,
                    "percentiles-" + mix,
                    percentiles(mix),
                    text("Latency of reads by percentile at %d %% reads, all rounds together.", mix));
        }
        if (experiment.arms().stream().anyMatch(Arm::hasTier)) {
            add(
                    report,
                    "hits",
                    hits(),
                    "Fraction of the reads that a row cache answered. "
                            + "Ideal: a cache of the most popular rows, as many as fit into memory and SSD tier.");
        }
        if (comparison.results().stream().anyMatch(result -> result.disk().dataReads() > 0)) {
            add(
                    report,
                    "disk-reads",
                    bars(
                            "Disk reads",
                            "for each request",
                            result -> result.disk().dataReads(),
                            1),
                    "Requests that reached the disk of the SSTables; reads from the page cache are not counted.");
        }
        add(
                report,
                "over-time",
                overTime(firstMix),
                text("Requests in each measured second at %d %% reads, the rounds one after the other.", firstMix));
    }

    private void add(HtmlReport report, String name, Drawing drawing, String caption) throws IOException {
        report.addDrawing(drawing, caption);
        drawings.put(name, drawing);
    }

    private Bars bars(String title, String unit, ToDoubleFunction<SlotResult> figure, double factor) {
        List<Bars.Row> rows = experiment.arms().stream()
                .map(arm -> row(arm, arm.name(), color(arm), figure, factor))
                .toList();
        return new Bars(title, unit, mixes(), rows);
    }

    /** Returns an arm's colour, which is the same in all drawings. */
    private int color(Arm arm) {
        return experiment.arms().indexOf(arm);
    }

    private Bars.Row row(Arm arm, String name, int color, ToDoubleFunction<SlotResult> figure, double factor) {
        List<Double> values = new ArrayList<>();
        List<Double> spreads = new ArrayList<>();
        for (int readPercent : experiment.readPercents()) {
            boolean has = comparison.has(arm, readPercent);
            Spread spread = has ? comparison.spread(arm, readPercent, figure) : null;
            values.add(spread == null ? Double.NaN : spread.median() * factor);
            spreads.add(spread == null ? 0.0 : (spread.maximum() - spread.minimum()) / 2 * factor);
        }
        return new Bars.Row(name, color, values, spreads);
    }

    /**
     * Returns the hit ratios. Only the first arm with two tiers has a bar for its memory tier, because there is one
     * colour for it.
     */
    private Bars hits() {
        List<Bars.Row> rows = new ArrayList<>();
        boolean hasMemoryPart = false;
        for (Arm arm : experiment.arms()) {
            if (arm.rowCache() != RowCacheKind.NONE) {
                rows.add(
                        row(arm, arm.name(), color(arm), result -> result.hits().total(), 1));
            }
            if (arm.hasTier() && !hasMemoryPart) {
                rows.add(row(
                        arm,
                        arm.name() + ", memory",
                        MEMORY_COLOR,
                        result -> result.hits().memory(),
                        1));
                hasMemoryPart = true;
            }
        }
        Shares shares = run.plan().shares();
        double ideal = Shares.ideal(run.dataset().rows(), shares.memory() + shares.ssd());
        int mixes = experiment.readPercents().size();
        rows.add(
                new Bars.Row("ideal", IDEAL_COLOR, Collections.nCopies(mixes, ideal), Collections.nCopies(mixes, 0.0)));
        return new Bars("Hit ratio", "share of reads", mixes(), rows);
    }

    private Percentiles percentiles(int readPercent) {
        List<Percentiles.Line> lines = new ArrayList<>();
        for (Arm arm : experiment.arms()) {
            Latency reads = comparison.reads(arm, readPercent);
            if (reads.count() > 0) {
                lines.add(new Percentiles.Line(arm.name(), color(arm), reads.toHistogram()));
            }
        }
        return new Percentiles(text("Latency of reads, %d %% reads", readPercent), lines);
    }

    private Plot overTime(int readPercent) {
        List<TimeSeries> lines = new ArrayList<>();
        for (Arm arm : experiment.arms()) {
            List<Double> values = comparison.of(arm, readPercent).stream()
                    .flatMap(result -> result.perSecond().stream())
                    .toList();
            if (!values.isEmpty()) {
                List<Double> seconds = new ArrayList<>();
                for (int i = 1; i <= values.size(); i++) {
                    seconds.add((double) i);
                }
                lines.add(new TimeSeries(arm.name(), color(arm), seconds, values));
            }
        }
        return new Plot("Throughput over time", "requests per second", Plot.Kind.LOGARITHMIC_LINES, lines);
    }

    private String verdict(String what, ToDoubleFunction<SlotResult> figure) {
        int firstMix = measuredMixes.get(0);
        List<String> parts = new ArrayList<>();
        for (Arm arm : experiment.arms()) {
            if (!arm.name().equals(experiment.baseline()) && comparison.hasRatio(arm, firstMix)) {
                parts.add(text(
                        "%s %.2f%s",
                        arm.name(),
                        comparison.ratioToBaseline(arm, firstMix, figure).median(),
                        comparison.isCpuLimited(arm, firstMix) ? " (limited by the CPU)" : ""));
            }
        }
        return parts.isEmpty()
                ? ""
                : text(
                        "Relative to %s's %s at %d %% reads: %s.",
                        experiment.baseline(), what, firstMix, String.join(", ", parts));
    }

    /** Returns a sentence that says whether cores or disks were the limit under the first mix. */
    private String limit() {
        int firstMix = measuredMixes.get(0);
        List<Arm> there = experiment.arms().stream()
                .filter(arm -> comparison.has(arm, firstMix))
                .toList();
        if (there.stream().anyMatch(arm -> comparison.isCpuLimited(arm, firstMix))) {
            return " Arms not limited by the CPU are limited by the disks.";
        }
        double busiest = there.stream()
                .mapToDouble(arm ->
                        comparison.spread(arm, firstMix, SlotResult::machineCpu).median())
                .max()
                .orElse(0);
        return text(" The disks were the limit: no arm kept the cores busier than %.0f %%.", 100 * busiest);
    }

    private List<List<String>> arms() {
        return experiment.arms().stream()
                .map(arm -> List.of(arm.name(), arm.words()))
                .toList();
    }

    private List<List<String>> budget() {
        Budget budget = run.plan().budget();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("heap of a node", String.valueOf(run.plan().scale().heapMebibytes())));
        rows.add(List.of("row cache", mebibytes(budget.rowCacheBytes())));
        rows.add(List.of("SSD tier (space)", mebibytes(budget.ssdBytes())));
        rows.add(List.of("index of the SSD tier", mebibytes(budget.indexBytes())));
        rows.add(List.of("buffers of the SSD tier", mebibytes(budget.bufferBytes())));
        for (Arm arm : experiment.arms()) {
            rows.add(List.of("page cache of " + arm.name(), mebibytes(budget.pageCacheBytes(arm))));
        }
        return rows;
    }

    private List<String> mixes() {
        return experiment.readPercents().stream()
                .map(readPercent -> readPercent + " % reads")
                .toList();
    }

    private static String mebibytes(long bytes) {
        return String.valueOf(bytes >> 20);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
