package org.ssdtier.benchmarks.tools;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.load.MedianInterval;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The results of {@link ToolsRun}. Every cost is judged by the throughput of a node that uses all of its processor time, and a
 * tool by the fraction of that time that the node used to answer it: on two processors the throughput is known to some percent,
 * since a tool's own process is beside the node. The operations for a second of that time are reported beside both.
 *
 * @param options options of the run
 * @param rounds counted rounds
 */
record ToolsResult(ToolsOptions options, List<ToolsRound> rounds) implements BenchFindings {
    /** Minimum of each ratio. */
    static final double TARGET = 0.99;

    /** Maximum of the fraction of its processor time that a node uses to answer a tool. */
    static final double MOST_SHARE = 0.01;

    /** Minimum of the fraction of its processor time that a node without tools uses, so that it counts as loaded. */
    static final double LOADED = 0.9;

    ToolsResult {
        rounds = List.copyOf(rounds);
    }

    List<Double> throughputRatios(ToolsCost cost) {
        return each(round -> cost.ratio(round, ToolsRound.Figures::perSecond));
    }

    List<Double> cpuRatios(ToolsCost cost) {
        return each(round -> cost.ratio(round, ToolsRound.Figures::perCpuSecond));
    }

    /** Returns the verdict on a cost. */
    MedianInterval.Verdict verdict(ToolsCost cost) {
        return MedianInterval.atLeast(throughputRatios(cost), TARGET);
    }

    /** Returns the fraction of the node's processor time that answered the tool, in each round. */
    List<Double> shares(ToolsArm tool) {
        return each(round -> round.of(tool).jmxShare());
    }

    /** Returns whether the node used no more of its processor time for a tool than allowed, in the median round. */
    boolean isCheap(ToolsArm tool) {
        return Spread.of(shares(tool)).median() <= MOST_SHARE;
    }

    /** Returns the median fraction of its processor time that the node uses without tools. */
    double load() {
        return spread(round -> round.withoutTools(ToolsRound.Figures::processors) / options.processors())
                .median();
    }

    private List<Double> each(ToDoubleFunction<ToolsRound> figure) {
        return rounds.stream().mapToDouble(figure).boxed().toList();
    }

    private Spread spread(ToDoubleFunction<ToolsRound> figure) {
        return Spread.of(each(figure));
    }

    /** Returns whether the tool of a cost was used in every round. */
    boolean isUsed(ToolsCost cost) {
        return rounds.stream().allMatch(cost::isUsed);
    }

    /**
     * Returns whether the node was loaded, every tool was used and no target is missed; an undecided verdict on the throughput is
     * not a failure.
     */
    @Override
    public boolean isGood() {
        return load() >= LOADED
                && ToolsArm.TOOLS.stream().allMatch(this::isCheap)
                && ToolsCost.JUDGED.stream()
                        .allMatch(cost -> isUsed(cost) && verdict(cost) != MedianInterval.Verdict.MISSED);
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (ToolsArm arm : ToolsArm.ALL) {
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("per_second", spread(round -> round.of(arm).perSecond()).toMap());
            figures.put(
                    "node_cpu_us_per_operation",
                    spread(round -> round.of(arm).cpuMicrosPerOperation()).toMap());
            figures.put("jmx_share_of_node_cpu", Spread.of(shares(arm)).toMap());
            figures.put("hit_ratio", spread(round -> round.of(arm).hitRatio()).toMap());
            figures.put("tool_uses", spread(round -> round.of(arm).toolUses()).toMap());
            map.put(arm.toString(), figures);
        }
        for (ToolsCost cost : ToolsCost.JUDGED) {
            Map<String, Object> comparison = comparison(cost);
            comparison.put("at_least", TARGET);
            comparison.put("verdict", verdict(cost).toString());
            comparison.put("used_in_every_round", isUsed(cost));
            map.put("cost_of_" + cost, comparison);
        }
        map.put(ToolsCost.NOISE.toString(), comparison(ToolsCost.NOISE));
        map.put("jmx_share_at_most", MOST_SHARE);
        map.put("load_without_tools", load());
        map.put("load_at_least", LOADED);
        map.put("good", isGood());
        map.put("rounds", rounds.stream().map(ToolsResult::roundMap).toList());
        map.put("settings", settings());
        map.put("run", facts);
        return map;
    }

    private Map<String, Object> comparison(ToolsCost cost) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("throughput_ratio", Spread.of(throughputRatios(cost)).toMap());
        map.put("throughput_interval", MedianInterval.of(throughputRatios(cost)).toMap());
        map.put("per_cpu_second_ratio", Spread.of(cpuRatios(cost)).toMap());
        map.put("per_cpu_second_interval", MedianInterval.of(cpuRatios(cost)).toMap());
        return map;
    }

    private static Map<String, Object> roundMap(ToolsRound round) {
        Map<String, Object> map = new LinkedHashMap<>();
        ToolsArm.ALL.forEach(arm -> map.put(arm.toString(), round.of(arm)));
        return map;
    }

    private Map<String, Object> settings() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rows", options.rows());
        map.put("load", "zipfian 0.99, 95 % reads, 5 % updates, as fast as the node answers");
        map.put("rounds", options.rounds());
        map.put("warm_up_rounds", options.warmUpRounds());
        map.put("seconds", options.seconds());
        map.put("curve_and_doctor_every_seconds", options.everySeconds());
        map.put("threads", options.threads());
        map.put("node_processors", options.processors());
        map.put("row_cache_mib", options.memoryMebibytes());
        map.put("heap", options.heap());
        return map;
    }

    @Override
    public void print(PrintWriter out) {
        out.printf("%nA loaded node, median (least-most) of %d slots of %d s%n", rounds.size(), options.seconds());
        out.printf(
                "  %-13s %24s %24s %8s %24s%n",
                "beside it", "operations/s", "node CPU us/operation", "hits", "of it to answer JMX, %");
        for (ToolsArm arm : ToolsArm.ALL) {
            out.printf(
                    "  %-13s %24s %24s %8.3f %24s%s%n",
                    arm,
                    text("%,.0f", spread(round -> round.of(arm).perSecond())),
                    text("%.1f", spread(round -> round.of(arm).cpuMicrosPerOperation())),
                    spread(round -> round.of(arm).hitRatio()).median(),
                    text("%.2f", spread(round -> 100 * round.of(arm).jmxShare())),
                    ToolsArm.TOOLS.contains(arm)
                            ? String.format("; target <= %.0f: %s", 100 * MOST_SHARE, isCheap(arm) ? "met" : "missed")
                            : "");
        }
        out.printf(
                "  without tools it uses %.0f %% of its processor time; target >= %.0f %%: %s%n",
                100 * load(), 100 * LOADED, load() >= LOADED ? "met" : "missed");
        for (ToolsCost cost : ToolsCost.ALL) {
            MedianInterval interval = MedianInterval.of(throughputRatios(cost));
            out.printf(
                    "  %-8s throughput %s, 95 %% interval %.4f-%.4f; for its CPU time %s%s%n",
                    cost,
                    text("%.4f", Spread.of(throughputRatios(cost))),
                    interval.low(),
                    interval.high(),
                    text("%.4f", Spread.of(cpuRatios(cost))),
                    judgement(cost));
        }
        out.flush();
    }

    private String judgement(ToolsCost cost) {
        return ToolsCost.JUDGED.contains(cost)
                ? String.format(
                        "; target: throughput >= %.2f: %s%s",
                        TARGET, verdict(cost), isUsed(cost) ? "" : "; missed: not used in every round")
                : "";
    }

    private static String text(String format, Spread spread) {
        return String.format(
                format + " (" + format + "-" + format + ")", spread.median(), spread.minimum(), spread.maximum());
    }
}
