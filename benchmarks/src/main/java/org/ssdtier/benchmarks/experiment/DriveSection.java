package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ssdtier.benchmarks.report.HtmlReport;

/**
 * The report section with what emulated drives allow where the cores were the limit: requests/s compare the cores there, the
 * time that the drives have worked for a request compares the drives.
 */
final class DriveSection {
    private static final double MICROS_PER_SECOND = 1e6;

    private final ExperimentResult result;

    DriveSection(ExperimentResult result) {
        this.result = result;
    }

    /** Adds a table if the CPU limited an arm on emulated drives. */
    void addTo(HtmlReport report) {
        List<List<String>> rows = rows();
        if (!rows.isEmpty()) {
            report.addTable(
                    "Arms limited by the CPU: what the drives allow, by the time that the busiest have worked; medians of the "
                            + "rounds",
                    List.of(
                            "Reads",
                            "Arm",
                            "Requests/s",
                            "Drives busy/request",
                            "Requests/s that they allow",
                            "What the drives allow, to the baseline"),
                    rows);
        }
    }

    /** Returns the rows of the table. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (ResultCell cell : result.cells()) {
            if (cell.isCpuLimited() && cell.has(CellFields.DEVICE_MICROS)) {
                double micros = cell.median(CellFields.DEVICE_MICROS);
                rows.add(List.of(
                        cell.readPercent() + " %",
                        cell.arm().name(),
                        text("%,.0f", cell.median("requests_per_second")),
                        text("%,.0f µs", micros),
                        text("%,.0f", MICROS_PER_SECOND / micros),
                        toBaseline(cell)));
            }
        }
        return rows;
    }

    private String toBaseline(ResultCell cell) {
        Optional<Ratio> ratio = result.baseline().flatMap(cell::drivesAllow);
        return ratio.map(Ratio::words).orElse("–");
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
