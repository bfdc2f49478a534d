package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.Bars;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.smallfiles.FilesResult.Cell;

/** The report of a run: the figures of the paper beside those of the run, drawings, and tables. */
final class FilesReport {
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private final FilesResult result;
    private final FilesScale scale;

    FilesReport(FilesResult result) {
        this.result = result;
        this.scale = result.plan().scale();
    }

    HtmlReport report() throws IOException {
        HtmlReport report = new HtmlReport(
                "Experiment: files",
                text(
                        "Can Cassandra keep many small files in place of a file system? %,d files of %,d MB, power law "
                                + "over all names; three nodes serve them and one of another datacentre traverses "
                                + "them.",
                        scale.files(), scale.dataBytes() / 1_000_000));
        report.addNote("The paper: 13 million images, 300 GB, 90 % below 50 KB, in 8 thousand directories; nine nodes"
                + " with three replicas serve, three nodes with one replica are the backup. A traversal takes 1 hour"
                + " (directory per row), 1.5 hours (file per row), 19 hours (file system), and nearly doubles the"
                + " latency of the file system's readers.");
        report.addTable("Beside the paper's figures", FilesTarget.HEADING, FilesTarget.rows(result));
        addClients(report);
        addTraversals(report);
        addDisturbance(report);
        addMemory(report);
        FilesTable table = new FilesTable(result);
        report.addTable("Reads", FilesTable.READS_HEADING, table.reads());
        report.addTable("Traversals", FilesTable.TRAVERSALS_HEADING, table.traversals());
        report.addTable("Memory and drives", List.of("Part", "MiB"), sizes());
        addNotes(report);
        return report;
    }

    private void addClients(HtmlReport report) throws IOException {
        List<String> groups = scale.clients().stream().map(count -> count + "").toList();
        List<FilesArm> arms = armsWith(FilesPhase.READS);
        if (arms.isEmpty()) {
            return;
        }
        report.addDrawing(
                new Bars("Throughput by clients", "reads per second", groups, rows(arms, arm -> scale.clients().stream()
                        .map(clients -> result.spread(
                                new Cell(arm, FilesPhase.READS, clients), FilesSlotResult::readsPerSecond))
                        .toList())),
                "Figures 5(a) and 5(b) of the paper: reads per second of all clients.");
        report.addDrawing(
                new Bars("Latency by clients", "mean, ms", groups, rows(arms, arm -> scale.clients().stream()
                        .map(clients -> result.spread(
                                new Cell(arm, FilesPhase.READS, clients),
                                one -> one.reads().meanMicros() / MICROS_PER_MILLI))
                        .toList())),
                "Figures 5(a) and 5(b) of the paper: mean latency of a read.");
    }

    private void addTraversals(HtmlReport report) throws IOException {
        List<FilesArm> arms = armsWith(FilesPhase.TRAVERSAL);
        if (arms.isEmpty()) {
            return;
        }
        List<Integer> threads = result.plan().traversalThreads();
        report.addDrawing(
                new Bars(
                        "Time of a traversal",
                        "seconds",
                        threads.stream()
                                .map(count -> count == 1 ? "1 thread" : count + " threads")
                                .toList(),
                        rows(arms, arm -> threads.stream()
                                .map(count -> result.traversalSeconds(arm, count))
                                .toList())),
                text(
                        "Figure 6 of the paper. A traversal ends after %d s; the time of a longer one is that of all "
                                + "files at the same rate.",
                        scale.traversalSeconds()));
    }

    private void addDisturbance(HtmlReport report) throws IOException {
        List<FilesArm> arms = armsWith(FilesPhase.BOTH);
        if (arms.isEmpty()) {
            return;
        }
        List<FilesPhase> phases = List.of(FilesPhase.READS, FilesPhase.BOTH);
        report.addDrawing(
                new Bars(
                        "Readers beside a traversal",
                        "99th percentile, ms",
                        List.of("without a traversal", "under a traversal"),
                        rows(arms, arm -> phases.stream()
                                .map(phase -> result.spread(
                                        new Cell(arm, phase, scale.pairClients()),
                                        one -> one.reads().p99Micros() / MICROS_PER_MILLI))
                                .toList())),
                text(
                        "%d clients. The slots of a pair follow one another. The traversal reads at most %.1f MB/s, as "
                                + "much as a backup node of the paper.",
                        scale.pairClients(), result.plan().sizes().backupBytesPerSecond() / BYTES_PER_MEGABYTE));
    }

    private void addMemory(HtmlReport report) throws IOException {
        List<FilesArm> arms = armsWith(FilesPhase.MEMORY);
        if (arms.isEmpty()) {
            return;
        }
        List<FilesPhase> phases = List.of(FilesPhase.READS, FilesPhase.ONE, FilesPhase.THIRD, FilesPhase.MEMORY);
        report.addDrawing(
                new Bars(
                        "Less data per node, more memory",
                        "mean, ms",
                        List.of("as above", "one replica", "and a third of the data", "and all in memory"),
                        rows(arms, arm -> phases.stream()
                                .map(phase -> result.spread(
                                        new Cell(arm, phase, scale.pairClients()),
                                        one -> one.reads().meanMicros() / MICROS_PER_MILLI))
                                .toList())),
                text(
                        "Figure 7 of the paper, %d clients. Reads of a quorum first, then of one replica, because the third"
                                + " of the data on a node has one. The data of a file system is not divided.",
                        scale.pairClients()));
    }

    private List<FilesArm> armsWith(FilesPhase phase) {
        return result.cells().stream()
                .filter(cell -> cell.phase() == phase)
                .map(Cell::arm)
                .distinct()
                .toList();
    }

    private static List<Bars.Row> rows(List<FilesArm> arms, Function<FilesArm, List<Spread>> figures) {
        List<Bars.Row> rows = new ArrayList<>();
        for (FilesArm arm : arms) {
            List<Spread> values = figures.apply(arm);
            rows.add(new Bars.Row(
                    arm.label,
                    FilesArm.ALL.indexOf(arm),
                    values.stream().map(Spread::median).toList(),
                    values.stream().map(FilesReport::halfRange).toList()));
        }
        return rows;
    }

    private static double halfRange(Spread spread) {
        return spread.runs() == 0 ? 0 : (spread.maximum() - spread.minimum()) / 2;
    }

    private List<List<String>> sizes() {
        return List.of(
                List.of("heap of a node", Integer.toString(scale.heapMebibytes())),
                List.of("page cache of a node without the tier, and of the backup's", mebibytes(scale.cacheBytes())),
                List.of("page cache of a node with the tier", mebibytes(scale.pageCacheBytes(true))),
                List.of("row cache in memory", mebibytes(scale.rowCacheBytes())),
                List.of("SSD tier of a node, a tenth of the data", ssd(FilesArm.FILE_TIER)),
                List.of("… a quarter", ssd(FilesArm.FILE_TIER_25)),
                List.of("page cache of a file system", mebibytes(scale.fileSystemCacheBytes())),
                List.of("drive of a node", mebibytes(scale.nodeDiskBytes())),
                List.of("drive of a file system", mebibytes(scale.fileSystemBytes())));
    }

    private String ssd(FilesArm arm) {
        return mebibytes(scale.ssdBytes(arm.ssdPercent));
    }

    private void addNotes(HtmlReport report) {
        report.addNote("Each node and each file system has a RAID-0 of its own, of two emulated 7,200 rpm drives: the"
                + " three serving nodes have six spindles together and a file system has two. The file system has the"
                + " page cache of three nodes. Client, nodes and drives share the cores of one machine; (CPU) marks"
                + " slots in which the cores, not the drives, were the limit.");
        report.addNote("Arms are visited one after the other. The slots with and without a traversal alternate, so"
                + " their ratio does not depend on slow changes of the machine; ratios of arms do.");
        report.addNote("Files are written in the order of their numbers, each into a directory drawn at random, and the"
                + " file systems are not aged; ext4 has block groups of 8 MiB, as small a part of its drive as a flexible"
                + " group of 2 GiB of the paper's. A directory is a larger part of the drive. The store's tables are compacted to one SSTable each. The limits of"
                + " memory are those of the page cache: inodes and directory entries of the file systems, and the nodes'"
                + " indexes, come on top.");
        if (!result.failures().isEmpty()) {
            report.addTable(
                    "Failed slots",
                    List.of("Slot"),
                    result.failures().stream().map(List::of).toList());
        }
        report.addFacts(result.facts());
    }

    private static String mebibytes(long bytes) {
        return Long.toString(bytes / FilesScale.MEBIBYTE);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
