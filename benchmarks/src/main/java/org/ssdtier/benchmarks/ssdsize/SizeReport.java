package org.ssdtier.benchmarks.ssdsize;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ssdtier.benchmarks.brief.CacheSize;
import org.ssdtier.benchmarks.report.Bars;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.OrdinalLines;

/** The report of a result: curves over the size of the SSD for each mix, in requests and in money, and all figures. */
final class SizeReport {
    private final SizeResult result;

    SizeReport(SizeResult result) {
        this.result = result;
    }

    HtmlReport report() throws IOException {
        HtmlReport report = new HtmlReport("Experiment: ssd-size", subtitle());
        addNotes(report);
        addTable(report, "Targets", SizeTarget.HEADING, SizeTarget.rows(result));
        for (Mix mix : result.mixes()) {
            addCurves(report, mix);
        }
        addComparisons(report);
        addTable(
                report,
                "The tier beside what its hits allow",
                ArithmeticTable.HEADING,
                new ArithmeticTable(result).rows());
        addTable(
                report,
                "Requests/s of the volume that stock's row cache would need for what the tier serves",
                VolumeTable.HEADING,
                new VolumeTable(result).rows());
        addTable(report, "All figures: medians of the rounds", CellTable.HEADING, new CellTable(result).rows());
        addTable(
                report,
                "Memory and space in MiB; setups with the same percentage of memory have the same memory",
                List.of(
                        "Setup",
                        "Row cache",
                        "Index",
                        "Buffers",
                        "Page cache",
                        "Rows on SSD",
                        "Key indexes on SSD",
                        "Blocks on SSD",
                        "SSD, % of the data"),
                result.setups().stream().map(this::budget).toList());
        addTable(
                report,
                "Failed",
                List.of("Cell"),
                result.failures().stream().map(List::of).toList());
        report.addFacts(result.facts());
        return report;
    }

    private String subtitle() {
        SizePlan plan = result.plan();
        return text(
                "How much SSD does a node need? %,d rows (%.2f GB in %d SSTables) on %s, scale %s, emulated drives; "
                        + "%d client threads, %d s in each cell.",
                result.dataset().rows(),
                result.dataset().bytes() / 1e9,
                result.dataset().sstables(),
                plan.world().words,
                plan.scale().name(),
                plan.threads(),
                plan.scale().slotSeconds());
    }

    private void addNotes(HtmlReport report) {
        Prices prices = result.prices();
        report.addNote(text(
                "Before each cell the table is restored from the same SSTables, and all caches are emptied. Then, on fast "
                        + "drives, as many rows as the row cache or block cache holds are read once each, and then rows as the "
                        + "clients request them, %,d reads in all (more for tiers of over half of the rows). %d s of the cell's own "
                        + "requests on slow drives come before those that count.",
                result.plan().warmUpReads(), SizePlan.SETTLE_SECONDS));
        report.addNote(
                "Limit: the requests per second if the row cache always held the most popular rows, as many as its "
                        + "bytes can hold, with the drives' time for a miss that stock's row cache has with the same memory; and at "
                        + "most what the controller of the SSD serves. Allowed by drives: requests per second if the busiest drives "
                        + "were the only limit. Two cores serve clients, node and drives; where they are the limit (CPU), a curve "
                        + "is flat because of them.");
        report.addNote(
                "p99 of hits: of the fastest reads as the clients see them, as many as there were hits and misses that "
                        + "took no disk read; the wait for a core is part of it.");
        report.addNote(text(
                "Prices, given as options: memory %s, SSD %s, slow drives %s per GB, %s per request/s of a volume beyond "
                        + "those included; %,d GB of data. The price has the memory for caches and the drives, nothing "
                        + "else.",
                prices.ramPerGb(), prices.ssdPerGb(), prices.dataPerGb(), prices.perIops(), prices.dataGb()));
        List<String> notJudged = SizeTarget.notJudged(result);
        if (!notJudged.isEmpty()) {
            report.addNote("Not judged, because not measured: " + String.join("; ", notJudged) + ".");
        }
        if (result.plan().scale().name().equals("tiny")) {
            report.addNote("Scale tiny shows that the experiment runs; its figures mean nothing.");
        }
    }

    private void addCurves(HtmlReport report, Mix mix) throws IOException {
        SizeCurves curves = new SizeCurves(result, mix);
        List<String> limited =
                curves.limitedByCpu().stream().map(Setup::toString).toList();
        add(
                report,
                curves.requests(),
                "Dashed: the arithmetic limit of each memory, and everything on an SSD."
                        + (limited.isEmpty() ? "" : " Limited by two cores: " + String.join("; ", limited) + "."));
        add(
                report,
                curves.allowed(),
                "If the busiest drives were the only limit. Dashed: the arithmetic limit, and everything on an SSD.");
        add(
                report,
                curves.money(),
                "Memory for caches, SSD and slow drives at the given prices, for the requests that the drives allow.");
        add(report, curves.tail(), "Of all reads, hits and misses.");
        add(report, curves.hits(), "Dashed: a cache that always holds the most popular rows.");
        add(report, curves.deviceReads(), "Reads that the kernel sent to the drives of the SSTables.");
    }

    private void addComparisons(HtmlReport report) throws IOException {
        for (int memory : result.memoryPercents()) {
            Optional<Bars> bars = new ArmBars(result, memory).requests();
            if (bars.isPresent()) {
                report.addDrawing(
                        bars.get(),
                        "The same bytes of an SSD as row tier, as a block cache (a model of dm-cache and bcache), and half "
                                + "for each.");
            }
            for (Distribution distribution : Distribution.values()) {
                add(
                        report,
                        new WriteCurves(result, distribution, memory).requests(),
                        "The same memory as page cache, as stock's row cache, and with a tier of "
                                + SizeTarget.JUDGED_PERCENT + " %.");
            }
        }
        addTable(
                report,
                "Arms",
                List.of("Arm", "What it is"),
                result.setups().stream()
                        .map(Setup::arm)
                        .distinct()
                        .sorted()
                        .map(arm -> List.of(arm.toString(), arm.words))
                        .toList());
    }

    private static void add(HtmlReport report, Optional<OrdinalLines> drawing, String caption) throws IOException {
        if (drawing.isPresent()) {
            report.addDrawing(drawing.get(), caption);
        }
    }

    private static void addTable(HtmlReport report, String caption, List<String> heading, List<List<String>> rows) {
        if (!rows.isEmpty()) {
            report.addTable(caption, heading, rows);
        }
    }

    private List<String> budget(Setup setup) {
        SizeBudget budget = result.plan().budget();
        CacheSize cache = budget.cache(setup);
        return List.of(
                setup.toString(),
                mebibytes(cache.rowCacheBytes()),
                mebibytes(cache.indexBytes()),
                mebibytes(cache.bufferBytes()),
                mebibytes(budget.pageCacheBytes(setup)),
                mebibytes(cache.ssdBytes()),
                mebibytes(budget.keyIndexBytes(setup)),
                mebibytes(budget.blockCacheBytes(setup)),
                text("%.1f", 100.0 * budget.ssdBytes(setup) / result.dataset().bytes()));
    }

    private static String mebibytes(long bytes) {
        return String.valueOf(bytes >> 20);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
