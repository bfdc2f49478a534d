package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.report.HtmlReport;

/** The report section with the size of the table in each arm's format. */
final class SizeSection {
    private static final double MEGABYTE = 1e6;

    private final ExperimentResult result;

    SizeSection(ExperimentResult result) {
        this.result = result;
    }

    /** Adds a table if the arms differ in their formats. */
    void addTo(HtmlReport report) {
        List<Arm> arms = result.experiment().arms();
        if (arms.stream().map(Arm::format).distinct().count() < 2) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        for (Arm arm : arms) {
            bytesOf(arm)
                    .ifPresent(bytes ->
                            rows.add(List.of(arm.name(), text("%.1f MB", bytes / MEGABYTE), toBaseline(bytes))));
        }
        report.addTable(
                "The table on disk, before its slots", List.of("Arm", "All files of the table", "To baseline"), rows);
    }

    private String toBaseline(double bytes) {
        Experiment experiment = result.experiment();
        return experiment.arms().stream()
                .filter(arm -> arm.name().equals(experiment.baseline()))
                .flatMapToDouble(arm -> bytesOf(arm).stream())
                .mapToObj(baseline -> text("%.3f", bytes / baseline))
                .findFirst()
                .orElse("");
    }

    /** Returns the size of an arm's table; empty if none of its slots succeeded. */
    private OptionalDouble bytesOf(Arm arm) {
        return result.cells().stream()
                .filter(cell -> cell.arm().equals(arm))
                .mapToDouble(cell -> cell.spread("table_bytes").maximum())
                .max();
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
