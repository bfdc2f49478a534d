package org.ssdtier.benchmarks.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.Bars;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report of a result: the brief's tables and drawings with ours beside them, digest reads, and all figures. */
final class ClusterReport {
    private static final double GIGABYTE = 1e9;

    private final ClusterResult result;

    ClusterReport(ClusterResult result) {
        this.result = result;
    }

    HtmlReport report() throws IOException {
        HtmlReport report = new HtmlReport("Experiment: cluster", subtitle());
        addNotes(report);
        addTable(report, "Targets", ClusterTarget.HEADING, ClusterTarget.rows(result));
        addTable(report, "Beside the brief's figures", BriefRanges.HEADING, new BriefRanges(result).rows());
        addRelative(report);
        PlaceTable place = new PlaceTable(result);
        addTable(report, "Hard disks with a tier, between hard disks and one SSD", PlaceTable.HEADING, place.rows());
        if (!place.sentence().isEmpty()) {
            report.addNote(place.sentence());
        }
        addPercentiles(report);
        addTable(
                report,
                "Digest reads and blocking read repair, by the nodes' metrics",
                DigestTable.HEADING,
                new DigestTable(result).rows());
        addTable(report, "All figures", CellTable.HEADING, new CellTable(result).rows());
        addSizes(report);
        addTable(
                report,
                "Failed",
                List.of("Cell"),
                result.failures().stream().map(List::of).toList());
        report.addFacts(result.facts());
        return report;
    }

    private String subtitle() {
        ClusterPlan plan = result.plan();
        return Words.text(
                "What do SSDs, and an SSD tier, add to hard disks in a cluster? Four nodes, three replicas of %,d rows "
                        + "(%.2f GB in all), scale %s, emulated drives; %s client threads, %.2f s%s in each cell.",
                result.dataset().rows(),
                result.dataset().bytes() / GIGABYTE,
                plan.scale().name(),
                result.threads().isEmpty()
                        ? "no"
                        : String.join(
                                ", ",
                                result.threads().stream().map(String::valueOf).toList()),
                plan.scale().time().seconds(plan.scale().slotSeconds()),
                plan.scale().dilation() == 1
                        ? ""
                        : Words.text(
                                " of the drives' time (%d of the clock)",
                                plan.scale().slotSeconds()));
    }

    private void addNotes(HtmlReport report) {
        report.addNote(Words.text(
                "Before each cell every node gets its SSTables of the same snapshot, and its caches are emptied. Then, "
                        + "on fast drives, %,d rows are read at ALL, so that every replica serves every request: first "
                        + "those that the workload requests first, once each, as many as the arm's tiers hold, then as "
                        + "the workload requests them. %d s (of the clock) of the cell's own requests on slow drives come "
                        + "before those that count. Percentiles with fewer than ten values beyond them are left out.",
                result.plan().warmUpRequests(), ClusterPlan.SETTLE_SECONDS));
        if (result.plan().scale().dilation() > 1) {
            report.addNote(Words.text(
                    "Time dilation: a second of the drives takes %d of the clock, and all figures are in the drives' time. "
                            + "So the cores that clients, nodes and drives share are as %d times faster ones. Where they "
                            + "are the limit all the same (CPU), operations/s are capped and latencies are those of a queue "
                            + "for the cores; elsewhere latencies are those of the drives, without most of what a real core "
                            + "needs for a request. No write waits for a drive in so short a slot. See "
                            + "docs/experiments.md.",
                    result.plan().scale().dilation(), result.plan().scale().dilation()));
        }
        report.addNote("Device time: the time that the busiest drives of all nodes have worked for an operation of the "
                + "clients, spread evenly over their heads, controllers, dies or links. It is what the drives allow if "
                + "nothing else is the limit, so it also compares cells that the cores of this machine, shared by "
                + "clients, nodes and drives, have limited (CPU).");
        report.addNote("Only one arm's nodes run at a time: cells of different arms are minutes apart. Slots are too "
                + "short for a flush: writes cost the commit log here, and little else.");
        if (result.plan().scale().name().equals("tiny")) {
            report.addNote("Scale tiny shows that the experiment runs; its figures mean nothing.");
        }
    }

    private static void addTable(HtmlReport report, String caption, List<String> heading, List<List<String>> rows) {
        if (!rows.isEmpty()) {
            report.addTable(caption, heading, rows);
        }
    }

    private void addRelative(HtmlReport report) throws IOException {
        RelativeTable table = new RelativeTable(result);
        List<ClusterResult.Row> rows = result.rows();
        List<Bars.Row> bars = new ArrayList<>();
        for (ClusterArm arm : List.of(ClusterArm.SSD_1, ClusterArm.SSD_2, ClusterArm.TIER)) {
            List<Spread> ratios = rows.stream()
                    .map(row -> result.ratio(row, arm, ClusterArm.HDD, CellResult::operationsPerSecond))
                    .toList();
            if (ratios.stream().anyMatch(ratio -> ratio.runs() > 0)) {
                bars.add(new Bars.Row(
                        arm.toString(),
                        PercentileTable.color(arm),
                        ratios.stream().map(Spread::median).toList(),
                        ratios.stream().map(ClusterReport::halfRange).toList()));
            }
        }
        if (!bars.isEmpty()) {
            report.addDrawing(
                    new Bars(
                            "Relative performance",
                            "operations/s, hard disks = 1",
                            rows.stream().map(ClusterResult.Row::label).toList(),
                            bars),
                    "Figure 2 of the brief: average operations per second to those of the hard disks alone.");
        }
        addTable(report, "Average operations/s", RelativeTable.HEADING, table.operations());
        addTable(
                report,
                "The same by device time: operations/s that the drives allow",
                RelativeTable.HEADING,
                table.device());
    }

    private static double halfRange(Spread spread) {
        return spread.runs() == 0 ? 0 : (spread.maximum() - spread.minimum()) / 2;
    }

    private void addPercentiles(HtmlReport report) throws IOException {
        for (PercentileTable table : PercentileTable.all(result)) {
            if (table.isDrawable()) {
                report.addDrawing(
                        table.bars(),
                        Words.text("Figure %d of the brief, which has no figures in its text.", table.figure()));
            }
            addTable(report, table.caption(), table.heading(), table.rows());
        }
    }

    private void addSizes(HtmlReport report) {
        addTable(
                report,
                "Arms",
                List.of("Arm", "Each node has"),
                result.arms().stream()
                        .map(arm -> List.of(arm.toString(), arm.words))
                        .toList());
        report.addTable(
                "Data distribution: the part of each node, with three replicas",
                List.of("Node", "Tokens", "Ownership", "MB", "SSTables"),
                result.dataset().nodes().stream()
                        .map(node -> List.of(
                                node.address(),
                                Integer.toString(node.tokens()),
                                Words.text("%.1f %%", 100 * node.ownership()),
                                Words.text("%.0f", node.bytes() / 1e6),
                                Integer.toString(node.sstables())))
                        .toList());
        addTable(
                report,
                "Memory and space of each node in MiB; all arms have the same memory",
                List.of("Arm", "Row cache", "Index", "Buffers", "Page cache", "SSD tier (space)"),
                result.arms().stream().map(this::memory).toList());
    }

    private List<String> memory(ClusterArm arm) {
        NodeMemory memory = result.plan().memory(arm);
        return List.of(
                arm.toString(),
                mebibytes(memory.rowCacheBytes()),
                mebibytes(memory.indexBytes()),
                mebibytes(memory.bufferBytes()),
                mebibytes(memory.pageCacheBytes()),
                mebibytes(memory.ssdBytes()));
    }

    private static String mebibytes(long bytes) {
        return String.valueOf(bytes >> 20);
    }
}
