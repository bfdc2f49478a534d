package org.ssdtier.benchmarks.dashboard;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ssdtier.benchmarks.cli.BenchFindings;

/**
 * The findings of a run of the dashboard.
 *
 * @param panels the panels with their data under load
 * @param early alerts that fired before there was a fault
 * @param fired seconds from the fault to each alert, with times divided by 360; -1 if it did not fire
 * @param alerts names of all alerts
 */
record DashboardResult(List<DrawnPanel> panels, Set<String> early, Map<String, Double> fired, Set<String> alerts)
        implements BenchFindings {
    /** Returns the queries without data, with their panels. */
    List<String> empty() {
        List<String> empty = new ArrayList<>();
        panels.forEach(panel -> empty.addAll(panel.empty()));
        return empty;
    }

    /** Returns the alerts that no fault makes fire here; {@code promtool} tests all. */
    Set<String> notTried() {
        Set<String> names = new TreeSet<>(alerts);
        names.removeAll(fired.keySet());
        return names;
    }

    @Override
    public boolean isGood() {
        return empty().isEmpty() && early.isEmpty() && fired.values().stream().allMatch(seconds -> seconds >= 0);
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(
                "panels",
                panels.stream().filter(panel -> !panel.panel().isRow()).count());
        map.put(
                "queries",
                panels.stream().mapToLong(panel -> panel.results().size()).sum());
        map.put("queries_without_data", empty());
        map.put("alerts_before_any_fault", early);
        map.put("seconds_from_fault_to_alert", fired);
        map.put("alerts_tested_by_promtool_only", notTried());
        map.put("good", isGood());
        map.put("run", facts);
        return map;
    }

    @Override
    public void print(PrintWriter out) {
        List<String> empty = empty();
        long queries =
                panels.stream().mapToLong(panel -> panel.results().size()).sum();
        out.printf("queries with data: %d of %d%n", queries - empty.size(), queries);
        empty.forEach(query -> out.println("  no data: " + query));
        out.println("alerts before any fault: " + (early.isEmpty() ? "none" : String.join(", ", early)));
        fired.forEach((alert, seconds) -> out.println(
                seconds < 0
                        ? "  " + alert + " did not fire"
                        : String.format(Locale.ROOT, "  %-30s fired after %.0f s", alert, seconds)));
        out.println("tested by promtool only: " + String.join(", ", notTried()));
        out.println("target: data for every query, no alert before a fault, every fault's alerts: "
                + (isGood() ? "met" : "missed"));
    }
}
