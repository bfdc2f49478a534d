package org.ssdtier.benchmarks.streams;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.device.stream.ReplayResult;
import org.ssdtier.benchmarks.report.Bars;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Percentiles;
import org.ssdtier.benchmarks.report.Plot;
import org.ssdtier.benchmarks.report.TimeSeries;

/** The report of a run: the drawings and tables of the paper. */
final class StreamsReport {
    private static final double SECTORS_PER_MEBIBYTE = 256;

    private final StreamsResult result;

    StreamsReport(StreamsResult result) {
        this.result = result;
    }

    HtmlReport report() throws IOException {
        StreamsPlan plan = result.plan();
        HtmlReport report = new HtmlReport(
                "Experiment: streams",
                StreamsFormat.format(
                        "What does it save a drive to learn how long its data will live? %,d rows on a drive of %.1f GiB "
                                + "with %.0f %% over-provisioning; each arm wrote %.1f times the drive.",
                        plan.rows(),
                        plan.driveBytes() / (double) (1 << 30),
                        100 * plan.spareShare(),
                        plan.writtenFactor()));
        report.addNote(
                "The paper: Kang and others, \"The multi-streamed solid-state drive\", HotStorage 2014. Without TRIM "
                        + "0.2 of the peak; one stream 0.44 to 0.47 at worst; the log apart 0.65 to 0.85; all apart 0.90; 99.9th "
                        + "percentile -54 %; 23 % more lifetime.");
        List<List<String>> targets = StreamsTarget.rows(result);
        if (!targets.isEmpty()) {
            report.addTable("The paper's figures", StreamsTarget.HEADING, targets);
        }
        addOnline(report);
        addTail(report);
        addOffline(report);
        addSensitivity(report);
        report.addTable("On mounted drives", OnlineFigures.HEADING, result.onlineRows());
        report.addTable("Bytes by lifetime hint (Table 1)", StreamsResult.SHARE_HEADING, result.shareRows());
        report.addTable("One trace on other drives", OfflineFigures.HEADING, result.offlineRows(result.offline()));
        if (!result.others().isEmpty()) {
            report.addTable("Other loads and strategies", OfflineFigures.HEADING, result.offlineRows(result.others()));
        }
        report.addNote("Lifetime: the bytes that the host writes for each erased unit, to those of the arm with one"
                + " stream. The first writes to a new drive erase nothing.");
        report.addTable(
                "Fill level and over-provisioning", OfflineFigures.HEADING, result.offlineRows(result.sensitivity()));
        return report;
    }

    private void addOnline(HtmlReport report) throws IOException {
        List<TimeSeries> rates = new ArrayList<>();
        List<TimeSeries> copies = new ArrayList<>();
        int color = 0;
        for (OnlineResult arm : result.online()) {
            List<OnlineResult.Sample> windows = arm.windows();
            if (windows.size() < 2 || arm.arm().equals(OnlineArm.ROW_CACHE.name())) {
                continue; // half of the row cache's requests are reads: its rates are no shares of this peak
            }
            List<Double> seconds =
                    windows.stream().map(OnlineResult.Sample::seconds).toList();
            rates.add(new TimeSeries(
                    arm.arm(),
                    color,
                    seconds,
                    windows.stream()
                            .map(window -> window.requests() / result.onlinePeak())
                            .toList()));
            copies.add(new TimeSeries(arm.arm(), color, seconds, copiesOf(windows)));
            color++;
        }
        if (!rates.isEmpty()) {
            report.addDrawing(
                    new Plot("Throughput over time, on mounted drives", "share of the peak", Plot.Kind.LINES, rates),
                    "Figure 3(a) of the paper: means of " + OnlineResult.WINDOW_SECONDS + " seconds.");
            report.addDrawing(
                    new Plot("Valid data copied, on mounted drives", "MiB", Plot.Kind.LINES, copies),
                    "Figure 3(b) of the paper: copied by garbage collection in " + OnlineResult.WINDOW_SECONDS
                            + " seconds.");
        }
    }

    private void addTail(HtmlReport report) throws IOException {
        List<Percentiles.Line> lines = new ArrayList<>();
        for (OnlineResult arm : result.online()) {
            if (arm.updates().count() > 0) {
                lines.add(new Percentiles.Line(
                        arm.arm(), lines.size(), arm.updates().toHistogram()));
            }
        }
        if (!lines.isEmpty()) {
            report.addDrawing(
                    new Percentiles("Latency of updates, on mounted drives", lines),
                    "Figure 4 of the paper: all updates on the slow drive, also those before it collects garbage.");
        }
    }

    /** Draws the worst throughput by over-provisioning and fill, as a share of the peak of all offline arms. */
    private void addSensitivity(HtmlReport report) throws IOException {
        List<String> groups = result.sensitivity().stream()
                .map(StreamsReport::room)
                .distinct()
                .toList();
        Map<String, List<Double>> values = new LinkedHashMap<>();
        for (OfflineResult one : result.sensitivity()) {
            values.computeIfAbsent(one.arm(), unseen -> new ArrayList<>())
                    .add(one.worstRate(result.plan().driveBytes()) / result.offlinePeak());
        }
        List<Bars.Row> bars = new ArrayList<>();
        values.forEach((arm, shares) ->
                bars.add(new Bars.Row(arm, bars.size(), shares, Collections.nCopies(shares.size(), 0.0))));
        if (!bars.isEmpty()) {
            report.addDrawing(
                    new Bars("Worst throughput by over-provisioning and fill", "share of the peak", groups, bars),
                    "Offline. Over-provisioning / fraction of the drive that other data fills, in per cent.");
        }
    }

    private static String room(OfflineResult one) {
        return StreamsFormat.format("%.0f / %.0f", 100 * one.spareShare(), 100 * one.fill());
    }

    private static List<Double> copiesOf(List<OnlineResult.Sample> windows) {
        List<Double> copies = new ArrayList<>();
        long before = 0;
        for (OnlineResult.Sample window : windows) {
            copies.add((window.copiedSectors() - before) / SECTORS_PER_MEBIBYTE);
            before = window.copiedSectors();
        }
        return copies;
    }

    private void addOffline(HtmlReport report) throws IOException {
        List<TimeSeries> rates = new ArrayList<>();
        int color = 0;
        for (OfflineArm arm : OfflineArm.PAPER) {
            OfflineResult found = result.offline(arm).orElse(null);
            if (found != null
                    && arm.mapping() != null
                    && found.replay().intervals().size() > 1) {
                rates.add(new TimeSeries(
                        arm.name(),
                        color++,
                        ends(found.replay().intervals()),
                        found.replay().rates().stream()
                                .map(rate -> rate / result.offlinePeak())
                                .toList()));
            }
        }
        if (!rates.isEmpty()) {
            report.addDrawing(
                    new Plot("One trace on other drives", "share of the peak", Plot.Kind.LINES, rates),
                    "The updates of the arm with one stream, with the drive as the only limit, in virtual time.");
        }
    }

    /** Returns the virtual times of the ends of intervals. */
    private static List<Double> ends(List<ReplayResult.Interval> intervals) {
        List<Double> ends = new ArrayList<>();
        double end = 0;
        for (ReplayResult.Interval interval : intervals) {
            end += interval.seconds();
            ends.add(end);
        }
        return ends;
    }
}
