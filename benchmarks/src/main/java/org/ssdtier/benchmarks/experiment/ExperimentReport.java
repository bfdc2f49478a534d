package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.report.Bars;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Plot;
import org.ssdtier.benchmarks.report.TimeSeries;

/** The report of an experiment's result. A drawing whose values an early result lacks is replaced by a sentence. */
final class ExperimentReport {
    private static final double MICROS_PER_MILLI = 1_000;
    /** The colour after those of the first seven arms; further arms have the colours after that of the ideal. */
    private static final int MEMORY_COLOR = 7;

    private static final int IDEAL_COLOR = 8;

    private final ExperimentResult result;
    private final RunDirectory.Run run;
    private final Experiment experiment;
    /** Mixes that have results; statements about a single mix refer to the first one. */
    private final List<Integer> measuredMixes;

    ExperimentReport(ExperimentResult result) {
        this.result = result;
        this.run = result.run();
        this.experiment = result.experiment();
        this.measuredMixes = result.measuredMixes();
    }

    HtmlReport report() throws IOException {
        RunDirectory.Plan plan = run.plan();
        HtmlReport report = new HtmlReport(
                "Experiment: " + experiment.name(),
                text(
                        "%s %,d rows (%.1f GB in %d SSTables%s), scale %s, %s disks, page cache %d MiB a node; every arm "
                                + "ran under every mix %d times for %d s, in turn.",
                        experiment.question(),
                        run.dataset().rows(),
                        run.dataset().bytes() / 1e9,
                        run.dataset().sstables(),
                        run.dataset().layoutWords(),
                        plan.scale().name(),
                        plan.device().equals("host") ? "the host's" : plan.device(),
                        plan.budget().pageCacheBytes() >> 20,
                        plan.scale().rounds(),
                        plan.scale().slotSeconds()));
        addNotes(report);
        new PaperSection(result).addTo(report);
        if (!measuredMixes.isEmpty()) {
            addDrawings(report);
        }
        report.addTable(
                "All figures: medians of the rounds; * the 95 % interval of the ratio, by order statistics, excludes 1",
                MixTable.HEADING, new MixTable(result).rows());
        new LoadSection(result, this::color).addTo(report);
        new ClosedLoopSection(result, this::color).addTable(report);
        new LossSection(result).addTo(report);
        new DriveSection(result).addTo(report);
        new RowsSection(result).addTo(report);
        new ReadsSection(result).addTo(report);
        new SizeSection(result).addTo(report);
        new FlashSection(result).addTo(report);
        new MemorySection(result).addTo(report);
        report.addTable("Arms", List.of("Arm", "What it is"), arms());
        report.addTable("Memory and space of every arm", List.of("Part", "MiB"), budget());
        if (!result.failures().isEmpty()) {
            report.addTable(
                    "Failed",
                    List.of("What"),
                    result.failures().stream().map(List::of).toList());
        }
        return report;
    }

    private void addDrawings(HtmlReport report) throws IOException {
        Verdicts verdicts = new Verdicts(result);
        report.addDrawing(
                bars("Throughput", "requests per second", "requests_per_second", 1),
                "Medians, with the range of the rounds; * the 95 % interval of a ratio excludes 1. "
                        + verdicts.sentences(RatioFigure.THROUGHPUT) + limit());
        report.addDrawing(
                bars("Mean latency of reads", "ms", "read_mean_us", 1 / MICROS_PER_MILLI),
                "As the client saw it; * as above. "
                        + verdicts.sentences(RatioFigure.READ_MEAN).strip());
        int firstMix = measuredMixes.get(0);
        int lastMix = measuredMixes.get(measuredMixes.size() - 1);
        List<Integer> mixes = firstMix == lastMix ? List.of(firstMix) : List.of(firstMix, lastMix);
        new ClosedLoopSection(result, this::color).addDrawings(report, mixes);
        if (experiment.arms().stream().anyMatch(Arm::hasTier)) {
            report.addDrawing(
                    hits(),
                    "Fraction of the reads that a row cache answered. Ideal: a cache of the most popular rows, as many as "
                            + "the arm with the most rows " + (isNominal() ? "has " + IdealHits.NOMINAL : "held")
                            + ".");
        }
        if (result.cells().stream()
                .anyMatch(cell -> cell.spread("disk_reads_per_request").maximum() > 0)) {
            report.addDrawing(
                    bars("Disk reads", "for each request", "disk_reads_per_request", 1),
                    "Requests that reached the disk of the SSTables; reads from the page cache are not counted.");
        }
        addOverTime(report, firstMix);
    }

    private Bars bars(String title, String unit, String figure, double factor) {
        List<Bars.Row> rows = experiment.arms().stream()
                .map(arm -> row(arm, new Bar(arm.name(), color(arm), figure, factor)))
                .toList();
        return new Bars(title, unit, mixes(), rows);
    }

    /** Returns an arm's colour, which is the same in all drawings. */
    private int color(Arm arm) {
        int index = experiment.arms().indexOf(arm);
        return index < MEMORY_COLOR ? index : index + IDEAL_COLOR - MEMORY_COLOR + 1;
    }

    /** The bars of one colour: their name, colour and figure, and the factor from its unit to that of the drawing. */
    private record Bar(String name, int color, String figure, double factor) {}

    private Bars.Row row(Arm arm, Bar bar) {
        List<Double> values = new ArrayList<>();
        List<Double> spreads = new ArrayList<>();
        for (int readPercent : experiment.readPercents()) {
            Optional<Spread> spread = result.cell(arm, readPercent).map(cell -> cell.spread(bar.figure));
            values.add(spread.map(found -> found.median() * bar.factor).orElse(Double.NaN));
            spreads.add(spread.map(found -> (found.maximum() - found.minimum()) / 2 * bar.factor)
                    .orElse(0.0));
        }
        return new Bars.Row(bar.name, bar.color, values, spreads);
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
                rows.add(row(arm, new Bar(arm.name(), color(arm), "hit_ratio", 1)));
            }
            if (arm.hasSsd() && !hasMemoryPart) {
                rows.add(row(arm, new Bar(arm.name() + ", memory", MEMORY_COLOR, "hit_ratio_memory", 1)));
                hasMemoryPart = true;
            }
        }
        List<Double> ideal =
                experiment.readPercents().stream().map(this::idealHits).toList();
        rows.add(new Bars.Row("ideal", IDEAL_COLOR, ideal, Collections.nCopies(ideal.size(), 0.0)));
        return new Bars("Hit ratio", "share of reads", mixes(), rows);
    }

    /** Returns the ideal of the arm with the most rows under a mix; NaN if none has results. */
    private double idealHits(int readPercent) {
        return cached(readPercent).stream()
                .mapToDouble(cell -> result.ideal(cell).ratio())
                .max()
                .orElse(Double.NaN);
    }

    /** Returns whether ideals are of rows by nominal bytes, because the result does not have those that were held. */
    private boolean isNominal() {
        return measuredMixes.stream().flatMap(mix -> cached(mix).stream()).anyMatch(cell -> result.ideal(cell)
                .isNominal());
    }

    private List<ResultCell> cached(int readPercent) {
        return result.ofMix(readPercent).stream()
                .filter(cell -> cell.arm().rowCache() != RowCacheKind.NONE)
                .toList();
    }

    private void addOverTime(HtmlReport report, int readPercent) throws IOException {
        List<TimeSeries> lines = new ArrayList<>();
        for (ResultCell cell : result.ofMix(readPercent)) {
            List<Double> values = cell.requestsBySecond();
            if (!values.isEmpty()) {
                List<Double> seconds = new ArrayList<>();
                for (int i = 1; i <= values.size(); i++) {
                    seconds.add((double) i);
                }
                lines.add(new TimeSeries(cell.arm().name(), color(cell.arm()), seconds, values));
            }
        }
        String title = "Throughput over time";
        if (lines.isEmpty()) {
            report.addMissing(title, "series by second");
        } else {
            report.addDrawing(
                    new Plot(title, "requests per second", Plot.Kind.LOGARITHMIC_LINES, lines),
                    text(
                            "Requests in each measured second at %d %% reads, the rounds one after the other.",
                            readPercent));
        }
    }

    /** Returns a sentence that says whether cores or disks were the limit. */
    private String limit() {
        List<ResultCell> cells = measuredMixes.stream()
                .flatMap(mix -> result.ofMix(mix).stream())
                .toList();
        if (cells.stream().anyMatch(ResultCell::isCpuLimited)) {
            return "Arms not limited by the CPU are limited by the disks.";
        }
        double busiest = cells.stream()
                .mapToDouble(cell -> cell.median("machine_cpu"))
                .max()
                .orElseThrow();
        return text("The disks were the limit: no arm kept the cores busier than %.0f %%.", 100 * busiest);
    }

    private void addNotes(HtmlReport report) {
        RunDirectory.Plan plan = run.plan();
        report.addNote("The paper: " + experiment.paper() + ".");
        if (plan.device().equals("host")) {
            report.addNote("These disks are the host's: neither emulated nor slow. The figures say nothing about the "
                    + "paper's disks.");
        }
        if (plan.format() != SSTableFormat.BIG || plan.scale().compaction() != Compaction.STCS) {
            report.addNote(text(
                    "SSTables in the format %s, compaction %s.",
                    plan.format(), plan.scale().compaction()));
        }
        if (!result.machineReads().words().isEmpty()) {
            report.addNote(result.machineReads().words());
        }
        if (plan.isPinned()) {
            report.addNote("The nodes had half of the cores, clients and emulated drives the others.");
        }
        if (!experiment.modelLimits().isEmpty()) {
            report.addNote(experiment.modelLimits());
        }
    }

    private List<List<String>> arms() {
        return experiment.arms().stream()
                .map(arm -> List.of(arm.name(), arm.words()))
                .toList();
    }

    private List<List<String>> budget() {
        Budget budget = run.plan().budget();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "chunk of the table's files (KiB)",
                String.valueOf(run.plan().scale().chunkKibibytes())));
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
