package org.ssdtier.benchmarks.threads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.Bars;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.LogLines;

/** The report of a result: the brief's table beside ours, a drawing for each workload, and all figures. */
final class ThreadsReport {
    private static final int LEAST_POINTS = 2;

    private final ThreadsResult result;

    ThreadsReport(ThreadsResult result) {
        this.result = result;
    }

    HtmlReport report() throws IOException {
        HtmlReport report = new HtmlReport("Experiment: threads", subtitle());
        addNotes(report);
        addTable(report, "Targets", ThreadsTarget.HEADING, ThreadsTarget.rows(result));
        addTable(
                report,
                "Advantage of 2 SSDs over 6 + 6 hard disks, the brief's and here",
                AdvantageTable.HEADING,
                new AdvantageTable(result).rows());
        for (BriefWorkload workload : result.workloads()) {
            addDrawing(report, workload);
        }
        addTable(report, "All figures: medians of the rounds", CellTable.HEADING, new CellTable(result).rows());
        addTable(report, "Arms", List.of("Arm", "What it is"), arms());
        addTable(
                report,
                result.arms().contains(ThreadsArm.HDD_LESS)
                        ? "Memory and space in MiB; hdd-less has less memory, all other arms have the same"
                        : "Memory and space in MiB; all arms have the same memory",
                List.of("Arm", "Row cache", "Index", "Buffers", "Page cache", "SSD tier (space)"),
                budget());
        addTable(
                report,
                "Failed",
                List.of("Cell"),
                result.failures().stream().map(List::of).toList());
        report.addFacts(result.facts());
        return report;
    }

    private String subtitle() {
        ThreadsPlan plan = result.plan();
        return text(
                "What do an SSD tier and SSDs add to hard disks, by workload and number of client threads? %,d rows "
                        + "(%.2f GB in %d SSTables), scale %s, emulated drives; %d s in each cell.",
                result.dataset().rows(),
                result.dataset().bytes() / 1e9,
                result.dataset().sstables(),
                plan.scale().name(),
                plan.scale().slotSeconds());
    }

    private void addNotes(HtmlReport report) {
        report.addNote(text(
                "Before each cell the table is restored from the same SSTables, and the node's caches are "
                        + "emptied; what the tier has learned about its keys is forgotten. Then, on fast drives, %,d rows are read: first those that the workload requests first, once each, "
                        + "as many as the arm's row cache holds, then as the workload requests them (with E, by scans). %d s of the cell's "
                        + "own requests on slow drives come before those that count.",
                result.plan().warmUpRequests(), ThreadsPlan.SETTLE_SECONDS));
        report.addNote("Device time: the time that the busiest drives of an arm have worked for a request, spread "
                + "evenly over their heads, controllers, dies or links. It is what the drives allow if nothing else is "
                + "the limit, so it also compares cells that the cores of this machine have limited (CPU).");
        report.addNote("Slots are too short for many flushes: writes cost the commit log here, and little else. "
                + "Percentiles are of reads, with E of scans; one with fewer than ten values beyond it is left out. "
                + "The row cache answers no scan.");
        if (result.plan().scale().name().equals("tiny")) {
            report.addNote("Scale tiny shows that the experiment runs; its figures mean nothing.");
        }
    }

    private static void addTable(HtmlReport report, String caption, List<String> heading, List<List<String>> rows) {
        if (!rows.isEmpty()) {
            report.addTable(caption, heading, rows);
        }
    }

    private void addDrawing(HtmlReport report, BriefWorkload workload) throws IOException {
        String title = "Workload " + workload + ", " + workload.words;
        List<ThreadsResult.Row> rows = result.rows(workload);
        List<LogLines.Line> lines = new ArrayList<>();
        for (ThreadsArm arm : result.arms()) {
            LogLines.Line line = line(rows, arm);
            if (line.values().size() >= LEAST_POINTS) {
                lines.add(line);
            }
        }
        if (lines.isEmpty()) {
            report.addDrawing(bars(title, rows), verdict(rows));
        } else {
            report.addDrawing(new LogLines(title, "client threads", "requests per second", lines), verdict(rows));
        }
    }

    /** Returns an arm's colour, which is the same in all drawings. */
    private static int color(ThreadsArm arm) {
        return Arrays.asList(ThreadsArm.values()).indexOf(arm);
    }

    private LogLines.Line line(List<ThreadsResult.Row> rows, ThreadsArm arm) {
        List<Double> places = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        for (ThreadsResult.Row row : rows) {
            Spread requests = result.spread(row, arm, CellResult::requestsPerSecond);
            if (requests.runs() > 0) {
                places.add((double) row.threads());
                values.add(requests.median());
            }
        }
        return new LogLines.Line(arm.toString(), color(arm), places, values);
    }

    /** Returns bars in place of lines, if there is one number of threads. */
    private Bars bars(String title, List<ThreadsResult.Row> rows) {
        List<Bars.Row> bars = new ArrayList<>();
        for (ThreadsArm arm : result.arms()) {
            List<Double> values = new ArrayList<>();
            List<Double> spreads = new ArrayList<>();
            for (ThreadsResult.Row row : rows) {
                Spread requests = result.spread(row, arm, CellResult::requestsPerSecond);
                values.add(requests.median());
                spreads.add(requests.runs() == 0 ? 0.0 : (requests.maximum() - requests.minimum()) / 2);
            }
            bars.add(new Bars.Row(arm.toString(), color(arm), values, spreads));
        }
        return new Bars(
                title,
                "requests per second",
                rows.stream().map(row -> row.threads() + " threads").toList(),
                bars);
    }

    /** Returns the range of each arm's ratio to the hard disks over the numbers of threads. */
    private String verdict(List<ThreadsResult.Row> rows) {
        List<String> parts = new ArrayList<>();
        for (ThreadsArm arm : result.arms()) {
            List<Double> ratios = rows.stream()
                    .map(row -> result.ratio(row, arm, ThreadsArm.HDD, CellResult::requestsPerSecond))
                    .filter(ratio -> ratio.runs() > 0)
                    .map(Spread::median)
                    .toList();
            long limited = rows.stream()
                    .filter(row -> result.ratio(row, arm, ThreadsArm.HDD, CellResult::requestsPerSecond)
                                    .runs()
                            > 0)
                    .filter(row -> result.limitedByCpu(row, arm))
                    .count();
            if (arm != ThreadsArm.HDD && !ratios.isEmpty()) {
                Spread all = Spread.of(ratios);
                parts.add(text("%s %.2f to %.2f", arm, all.minimum(), all.maximum())
                        + (limited > 0 ? text(" (%d of %d limited by the CPU)", limited, ratios.size()) : ""));
            }
        }
        return parts.isEmpty()
                ? "Requests per second, medians of the rounds."
                : "Requests per second to those of the hard disks alone: " + String.join(", ", parts) + ".";
    }

    private List<List<String>> arms() {
        return result.arms().stream()
                .map(arm -> List.of(arm.toString(), arm.words))
                .toList();
    }

    private List<List<String>> budget() {
        ThreadsBudget budget = result.plan().budget();
        return result.arms().stream()
                .map(arm -> List.of(
                        arm.toString(),
                        mebibytes(budget.rowCacheBytes(arm)),
                        mebibytes(budget.indexBytes(arm)),
                        mebibytes(budget.bufferBytes(arm)),
                        mebibytes(budget.pageCacheBytes(arm)),
                        mebibytes(budget.ssdBytes(arm))))
                .toList();
    }

    private static String mebibytes(long bytes) {
        return String.valueOf(bytes >> 20);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
