package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report section that compares the paper's figures with those of the run. */
final class PaperSection {
    private static final List<String> HEADING = List.of("What", "The paper", "Here");

    private final ExperimentResult result;
    private final List<List<String>> rows = new ArrayList<>();
    /** Comparisons that the result does not have. */
    private final List<String> unknown = new ArrayList<>();

    PaperSection(ExperimentResult result) {
        this.result = result;
        switch (result.experiment().name()) {
            case "rowcache" -> rowCache();
            case "schema" -> schema();
            case "placement" -> placement();
            case "fill" -> fill();
            default -> {}
        }
    }

    /** Adds a table if there is anything to compare. */
    void addTo(HtmlReport report) {
        if (!rows.isEmpty()) {
            report.addTable("Comparison with the paper: medians, with the range of the rounds", HEADING, rows);
        }
        if (!unknown.isEmpty()) {
            report.addMissing("comparisons (" + String.join("; ", unknown) + ")", "all ratios between arms");
        }
    }

    private void rowCache() {
        ratio(
                "Requests/s with the SSD tier, to the row cache in memory alone; 95 % reads",
                "1.85 (710 to 384 reads/s)", new Pair("ssdtier", "ohc", 95), RatioFigure.THROUGHPUT);
        ratio(
                "Mean latency of reads, the same",
                "0.54 (3.0 to 5.6 ms)",
                new Pair("ssdtier", "ohc", 95),
                RatioFigure.READ_MEAN);
        for (String arm : List.of("ssdtier", "invalidate")) {
            hits(arm, 95, "above 0.85");
            hits(arm, 85, "0.72");
            hits(arm, 75, "0.60");
        }
    }

    private void schema() {
        tableBytes(new Pair("catalogued", "big", 95));
        for (int mix : result.experiment().readPercents()) {
            ratio(
                    "Requests/s with schema IDs, to stock's bti; " + mix + " % reads",
                    "no loss",
                    new Pair("catalogued", "bti", mix),
                    RatioFigure.THROUGHPUT);
        }
    }

    private void placement() {
        ratio(
                "Requests/s with the log on an SSD, to all on HDDs",
                "little more (drawn only)",
                new Pair("c2", "c1", 95),
                RatioFigure.THROUGHPUT);
        ratio(
                "Requests/s with the data on an SSD, to all on HDDs",
                "much more (drawn only)",
                new Pair("c3", "c1", 95),
                RatioFigure.THROUGHPUT);
    }

    private void fill() {
        for (int mix : result.experiment().readPercents()) {
            full("SSD", "degrades more (drawn only)", new Pair("ssd-full", "ssd-fresh", mix));
            full("HDDs", "degrade less (drawn only)", new Pair("hdd-full", "hdd-fresh", mix));
        }
    }

    private void full(String drive, String paper, Pair pair) {
        String after = ", nearly full " + drive + " to fresh; " + pair.readPercent + " % reads";
        ratio("Requests/s" + after, paper, pair, RatioFigure.THROUGHPUT);
        percentile("99th percentile of reads" + after, paper, pair);
    }

    /** Adds the ratios of the 99th percentiles: at each fixed rate, or of waiting clients if the run had no such rates. */
    private void percentile(String what, String paper, Pair pair) {
        if (!result.hasLoads()) {
            ratio(what + " (" + ClosedLoopSection.LABEL + ")", paper, pair, RatioFigure.READ_P99);
            return;
        }
        Optional<ResultCell> base = cell(pair.base, pair.readPercent);
        Optional<ResultCell> cell = cell(pair.arm, pair.readPercent);
        if (base.isPresent() && cell.isPresent()) {
            for (LoadFigures load : cell.get().loads()) {
                cell.get()
                        .ratio(RatioFigure.READ_P99, base.get().arm(), load.percent())
                        .ifPresent(ratio -> add(what + " at " + load.percent() + " % load", paper, ratio.spread()));
            }
        }
    }

    /** A comparison of two arms under a mix. */
    private record Pair(String arm, String base, int readPercent) {}

    private void ratio(String what, String paper, Pair pair, RatioFigure figure) {
        Optional<ResultCell> base = cell(pair.base, pair.readPercent);
        Optional<ResultCell> cell = cell(pair.arm, pair.readPercent);
        if (base.isPresent() && cell.isPresent()) {
            cell.get()
                    .ratio(figure, base.get().arm())
                    .ifPresentOrElse(ratio -> add(what, paper, ratio.spread()), () -> unknown.add(what));
        }
    }

    /** Adds the sizes of the table, which are those before the first slot and have no range. */
    private void tableBytes(Pair pair) {
        Optional<ResultCell> base = cell(pair.base, pair.readPercent);
        Optional<ResultCell> cell = cell(pair.arm, pair.readPercent);
        if (base.isPresent() && cell.isPresent()) {
            double ratio = cell.get().median("table_bytes") / base.get().median("table_bytes");
            rows.add(List.of(
                    "Table on disk with schema IDs, to stock's default format",
                    "0.884 (6.01 to 6.8 GB)",
                    String.format(Locale.ROOT, "%.3f", ratio)));
        }
    }

    private void hits(String arm, int readPercent, String paper) {
        cell(arm, readPercent)
                .ifPresent(cell -> add(
                        "Hits of both tiers, " + arm + "; " + readPercent + " % reads",
                        paper,
                        cell.spread("hit_ratio")));
    }

    private Optional<ResultCell> cell(String arm, int readPercent) {
        Experiment experiment = result.experiment();
        return experiment.hasArm(arm) ? result.cell(experiment.arm(arm), readPercent) : Optional.empty();
    }

    private void add(String what, String paper, Spread here) {
        rows.add(List.of(
                what,
                paper,
                String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", here.median(), here.minimum(), here.maximum())));
    }
}
