package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report section with the disk reads of a miss by files, and those of compaction beside them. */
final class ReadsSection {
    private final ExperimentResult result;

    ReadsSection(ExperimentResult result) {
        this.result = result;
    }

    /** Adds a table if the reads were traced. */
    void addTo(HtmlReport report) {
        List<List<String>> rows = rows();
        if (rows.isEmpty()) {
            return;
        }
        report.addTable(
                "Where the disk reads of a miss go: medians of the rounds, for each read that no row cache answered",
                List.of(
                        "Reads",
                        "Arm",
                        "All",
                        "Data",
                        "a chunk's rest",
                        "Index",
                        "Other files",
                        "File system",
                        "SSTables",
                        "Compaction",
                        "Other threads",
                        "Answered by a block cache"),
                rows);
        report.addNote("Reads of the SSTables' disk as threads asked for them: those that answer clients by the file, "
                + "without those of compaction and of other threads, which have columns of their own. Without a row "
                + "cache each read is a miss. SSTables: merged for a miss, from Cassandra's own histogram. A block cache in "
                + "front of the disk is below the trace: what it answered is in the other columns, too.");
    }

    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (ResultCell cell : result.cells()) {
            if (cell.has(CellFields.READS_PER_MISS)) {
                rows.add(row(cell));
            }
        }
        return rows;
    }

    private static List<String> row(ResultCell cell) {
        List<String> row =
                new ArrayList<>(List.of(cell.readPercent() + " %", cell.arm().name()));
        for (ReadsPerMiss part : ReadsPerMiss.values()) {
            row.add(
                    cell.hasPart(CellFields.READS_PER_MISS, part.field())
                            ? text(cell.part(CellFields.READS_PER_MISS, part.field()))
                            : "–");
        }
        return row;
    }

    private static String text(double reads) {
        return String.format(Locale.ROOT, "%.2f", reads);
    }
}
