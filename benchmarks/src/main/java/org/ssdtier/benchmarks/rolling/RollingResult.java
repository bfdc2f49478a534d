package org.ssdtier.benchmarks.rolling;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.ring.PhaseFigures;

/**
 * The result of {@link RollingRun}.
 *
 * @param options options of the run
 * @param phases figures of each phase
 * @param all figures of the whole run, with the last reads of all rows
 * @param ssdHits rows that the SSDs of the nodes have answered
 * @param violations the first few wrong answers and failures, in words
 */
record RollingResult(
        RollingOptions options, List<PhaseFigures> phases, PhaseFigures all, long ssdHits, List<String> violations)
        implements BenchFindings {
    RollingResult {
        phases = List.copyOf(phases);
        violations = List.copyOf(violations);
    }

    /** Returns whether all phases were run under load, every answer was right, no request failed, and the tier was used. */
    @Override
    public boolean isGood() {
        return phases.size() == RollingPhase.values().length
                && phases.stream().allMatch(phase -> phase.reads() > 0 && phase.writes() > 0)
                && all.isRight()
                && ssdHits > 0;
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("phases", phases);
        map.put("all", all);
        map.put("ssd_hits", ssdHits);
        map.put("targets", targets());
        map.put("good", isGood());
        map.put("violations", violations);
        map.put("settings", settings());
        map.put("run", facts);
        return map;
    }

    private Map<String, Object> targets() {
        Map<String, Object> targets = new LinkedHashMap<>();
        targets.put("failed_requests", target(all.failed()));
        targets.put("wrong_rows", target(all.stale() + all.lost() + all.ghost()));
        return targets;
    }

    private static Map<String, Object> target(long seen) {
        return Map.of("seen", seen, "at_most", 0, "met", seen == 0);
    }

    private Map<String, Object> settings() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("nodes", 3);
        map.put("consistency", "QUORUM");
        map.put("seconds_after_each_change", options.seconds());
        map.put("heap", options.heap());
        return map;
    }

    @Override
    public void print(PrintWriter out) {
        out.printf(
                "%n  %-10s %8s %10s %9s %6s %6s %6s %7s%n",
                "phase", "seconds", "reads", "writes", "stale", "lost", "ghost", "failed");
        phases.forEach(phase -> print(out, phase));
        print(out, all);
        out.printf("  rows answered by the SSDs: %,d%n", ssdHits);
        out.printf(
                "  targets: 0 failed requests: %s; 0 wrong rows: %s%n",
                word(all.failed()), word(all.stale() + all.lost() + all.ghost()));
        violations.forEach(violation -> out.println("  " + violation));
        out.flush();
    }

    private static void print(PrintWriter out, PhaseFigures phase) {
        out.printf(
                "  %-10s %8.1f %,10d %,9d %6d %6d %6d %7d%n",
                phase.phase(),
                phase.seconds(),
                phase.reads(),
                phase.writes(),
                phase.stale(),
                phase.lost(),
                phase.ghost(),
                phase.failed());
    }

    private static String word(long seen) {
        return seen == 0 ? "met" : "missed";
    }
}
