package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report section that compares the paper's figures with those of the run. */
final class PaperSection {
    private static final List<String> HEADING = List.of("What", "The paper", "Here");

    private final Comparison comparison;
    private final List<List<String>> rows = new ArrayList<>();

    PaperSection(Comparison comparison) {
        this.comparison = comparison;
        switch (comparison.experiment().name()) {
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
    }

    private void rowCache() {
        ratio(
                "Reads/s with the SSD tier, to the row cache in memory alone; 95 % reads",
                "1.85 (710 to 384)", new Pair("ssdtier", "ohc", 95), SlotResult::readsPerSecond);
        ratio(
                "Mean latency of reads, the same",
                "0.54 (3.0 to 5.6 ms)",
                new Pair("ssdtier", "ohc", 95),
                SlotResult::meanReadMicros);
        for (String arm : List.of("ssdtier", "invalidate")) {
            hits(arm, 95, "above 0.85");
            hits(arm, 85, "0.72");
            hits(arm, 75, "0.60");
        }
    }

    private void schema() {
        ratio(
                "Table on disk with schema IDs, to stock's default format",
                "0.884 (6.01 to 6.8 GB)",
                new Pair("catalogued", "big", 95),
                result -> result.disk().tableBytes());
        for (int mix : comparison.experiment().readPercents()) {
            ratio(
                    "Requests/s with schema IDs, to stock's bti; " + mix + " % reads",
                    "no loss",
                    new Pair("catalogued", "bti", mix),
                    SlotResult::requestsPerSecond);
        }
    }

    private void placement() {
        ratio(
                "Requests/s with the log on an SSD, to all on HDDs",
                "little more (drawn only)",
                new Pair("c2", "c1", 95),
                SlotResult::requestsPerSecond);
        ratio(
                "Requests/s with the data on an SSD, to all on HDDs",
                "much more (drawn only)",
                new Pair("c3", "c1", 95),
                SlotResult::requestsPerSecond);
    }

    private void fill() {
        for (int mix : comparison.experiment().readPercents()) {
            full("SSD", "degrades more (drawn only)", new Pair("ssd-full", "ssd-fresh", mix));
            full("HDDs", "degrade less (drawn only)", new Pair("hdd-full", "hdd-fresh", mix));
        }
    }

    private void full(String drive, String paper, Pair pair) {
        String after = ", nearly full " + drive + " to fresh; " + pair.readPercent + " % reads";
        ratio("Requests/s" + after, paper, pair, SlotResult::requestsPerSecond);
        ratio("99th percentile of reads" + after, paper, pair, result -> result.reads()
                .p99Micros());
    }

    /** A comparison of two arms under a mix. */
    private record Pair(String arm, String base, int readPercent) {}

    private void ratio(String what, String paper, Pair pair, ToDoubleFunction<SlotResult> figure) {
        Experiment experiment = comparison.experiment();
        if (experiment.hasArm(pair.arm) && experiment.hasArm(pair.base)) {
            Arm arm = experiment.arm(pair.arm);
            Arm base = experiment.arm(pair.base);
            if (comparison.hasRatio(arm, base, pair.readPercent)) {
                add(what, paper, comparison.ratio(arm, base, pair.readPercent, figure));
            }
        }
    }

    private void hits(String name, int readPercent, String paper) {
        Experiment experiment = comparison.experiment();
        if (experiment.hasArm(name) && comparison.has(experiment.arm(name), readPercent)) {
            add(
                    "Hits of both tiers, " + name + "; " + readPercent + " % reads",
                    paper,
                    comparison.spread(experiment.arm(name), readPercent, result -> result.hits()
                            .total()));
        }
    }

    private void add(String what, String paper, Spread here) {
        rows.add(List.of(
                what,
                paper,
                String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", here.median(), here.minimum(), here.maximum())));
    }
}
