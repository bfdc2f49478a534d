package org.ssdtier.benchmarks.faults;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.load.TextTable;

/**
 * The result of a {@link FaultsRun}.
 *
 * @param options options of the run
 * @param without read times of the same load without the tier, measured before and after the trials; empty if not measured.
 *     The one with the shorter 99th percentile is the reference of the targets, so that a disturbance cannot help to meet them
 * @param outcomes one outcome per fault
 * @param notMeasured faults without an outcome, with the reason
 */
record FaultsResult(
        FaultsOptions options, List<ReadTimes.Figures> without, List<FaultOutcome> outcomes, List<String> notMeasured)
        implements BenchFindings {
    FaultsResult {
        without = List.copyOf(without);
        outcomes = List.copyOf(outcomes);
        notMeasured = List.copyOf(notMeasured);
    }

    private Optional<ReadTimes.Figures> reference() {
        return without.stream().min(Comparator.comparingDouble(ReadTimes.Figures::p99Millis));
    }

    private OptionalDouble p99WithoutMillis() {
        return reference().stream().mapToDouble(ReadTimes.Figures::p99Millis).findFirst();
    }

    @Override
    public boolean isGood() {
        return !outcomes.isEmpty()
                && notMeasured.isEmpty()
                && outcomes.stream()
                        .allMatch(outcome -> outcome.missed(p99WithoutMillis()).isEmpty());
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        reference().ifPresent(figures -> {
            map.put("without_the_tier", figures.toMap());
            map.put(
                    "without_the_tier_each",
                    without.stream().map(ReadTimes.Figures::toMap).toList());
        });
        map.put("good", isGood());
        map.put(
                "faults",
                outcomes.stream()
                        .map(outcome -> outcome.toMap(p99WithoutMillis()))
                        .toList());
        map.put("not_measured", notMeasured);
        map.put("settings", settings());
        Map<String, Object> run = new LinkedHashMap<>(facts);
        run.put("device", "host; emulated for the cache directory");
        map.put("run", run);
        return map;
    }

    private Map<String, Object> settings() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("drive", options.profile());
        map.put("data", "the host's disk");
        map.put("fault_seconds", options.times().faultSeconds());
        map.put("calm_seconds", options.times().calmSeconds());
        map.put("warm_up_seconds", options.times().warmUpSeconds());
        map.put("share", options.share());
        map.put("reads_per_second", options.readsPerSecond());
        map.put("keys", options.keys());
        map.putAll(options.features().toMap());
        map.put("heap", options.heap());
        return map;
    }

    /** Formats seconds with one decimal, or a dash if empty. */
    static String seconds(OptionalDouble seconds) {
        return seconds.isEmpty() ? "-" : String.format(Locale.ROOT, "%.1f s", seconds.getAsDouble());
    }

    private static String millis(ReadTimes.Figures figures) {
        return figures.reads() == 0
                ? "-"
                : String.format(Locale.ROOT, "%.1f / %.1f", figures.p50Millis(), figures.p99Millis());
    }

    @Override
    public void print(PrintWriter out) {
        List<List<String>> rows = new ArrayList<>();
        without.forEach(
                figures -> rows.add(List.of("without the tier", "", "", "", millis(figures), "", "", "", "", "")));
        for (FaultOutcome outcome : outcomes) {
            rows.add(List.of(
                    outcome.fault().toString(),
                    String.format(Locale.ROOT, "%,d", outcome.hits()),
                    String.valueOf(outcome.report().failures()),
                    outcome.report().stale() + " / " + outcome.report().lost() + " / "
                            + outcome.report().ghost(),
                    millis(outcome.reads().get(Phase.BEFORE)),
                    millis(outcome.reads().get(Phase.DURING)),
                    millis(outcome.reads().get(Phase.AFTER)),
                    String.format(Locale.ROOT, "%.1f s", outcome.longestFlushSeconds()),
                    seconds(outcome.offlineSeconds()),
                    seconds(outcome.onlineSeconds())));
        }
        out.println();
        TextTable.print(
                out,
                List.of(
                        "fault",
                        "hit",
                        "client errors",
                        "stale / lost / ghost",
                        "ms p50 / p99 before",
                        "during",
                        "after",
                        "longest flush",
                        "OFFLINE after",
                        "ONLINE after its end"),
                rows);
        out.println();
        for (FaultOutcome outcome : outcomes) {
            List<String> missed = outcome.missed(p99WithoutMillis());
            out.printf(
                    "  %-11s %s%n",
                    outcome.fault(), missed.isEmpty() ? "all targets met" : "MISSED: " + String.join("; ", missed));
            if (!outcome.problem().isEmpty()) {
                out.println("    fault not ended: " + outcome.problem());
            }
            outcome.report().violations().stream().limit(3).forEach(violation -> out.println("    " + violation));
        }
        notMeasured.forEach(why -> out.println("  NOT MEASURED: " + why));
        out.flush();
    }
}
