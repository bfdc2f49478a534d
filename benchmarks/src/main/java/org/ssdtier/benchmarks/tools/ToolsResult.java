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
 * The results of {@link ToolsRun}. The sampling is judged by throughput. A tool is judged by the CPU time of the node, because
 * the tool's own process has its JVM on the same processors here; the throughput with that process is reported beside it.
 *
 * @param options options of the run
 * @param rounds counted rounds
 */
record ToolsResult(ToolsOptions options, List<ToolsRound> rounds) implements BenchFindings {
    /** Minimum of each ratio. */
    static final double TARGET = 0.99;

    ToolsResult {
        rounds = List.copyOf(rounds);
    }

    /** Returns the base with which an arm is compared. */
    static ToolsArm base(ToolsArm arm) {
        return arm == ToolsArm.NOTHING ? ToolsArm.NO_SAMPLING : ToolsArm.NOTHING;
    }

    /** Returns the compared arms: the node as it is, for its sampling, and the tools. */
    static List<ToolsArm> compared() {
        return List.of(ToolsArm.NOTHING, ToolsArm.CURVE, ToolsArm.TOP, ToolsArm.DOCTOR);
    }

    List<Double> throughputRatios(ToolsArm arm) {
        return each(round -> round.throughputRatio(arm, base(arm)));
    }

    List<Double> nodeRatios(ToolsArm arm) {
        return each(round -> round.nodeRatio(arm, base(arm)));
    }

    /** Returns the verdict on an arm. */
    MedianInterval.Verdict verdict(ToolsArm arm) {
        return MedianInterval.of(judged(arm)).atLeast(TARGET);
    }

    private List<Double> judged(ToolsArm arm) {
        return arm == ToolsArm.NOTHING ? throughputRatios(arm) : nodeRatios(arm);
    }

    private List<Double> each(ToDoubleFunction<ToolsRound> figure) {
        return rounds.stream().mapToDouble(figure).boxed().toList();
    }

    private Spread spread(ToDoubleFunction<ToolsRound> figure) {
        return Spread.of(each(figure));
    }

    /** Returns whether no target is missed; an undecided verdict is not a failure. */
    @Override
    public boolean isGood() {
        return compared().stream().noneMatch(arm -> verdict(arm) == MedianInterval.Verdict.MISSED);
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
            figures.put("hit_ratio", spread(round -> round.of(arm).hitRatio()).toMap());
            figures.put(
                    "tool_starts", spread(round -> round.of(arm).toolStarts()).toMap());
            map.put(arm.toString(), figures);
        }
        for (ToolsArm arm : compared()) {
            map.put(name(arm), comparison(arm));
        }
        map.put("good", isGood());
        map.put("rounds", rounds.stream().map(ToolsResult::roundMap).toList());
        map.put("settings", settings());
        map.put("run", facts);
        return map;
    }

    private static String name(ToolsArm arm) {
        return arm == ToolsArm.NOTHING ? "cost_of_sampling" : "cost_of_" + arm;
    }

    private Map<String, Object> comparison(ToolsArm arm) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("compared_with", base(arm).toString());
        map.put("throughput_ratio", Spread.of(throughputRatios(arm)).toMap());
        map.put("throughput_interval", MedianInterval.of(throughputRatios(arm)).toMap());
        map.put("node_cpu_ratio", Spread.of(nodeRatios(arm)).toMap());
        map.put("node_cpu_interval", MedianInterval.of(nodeRatios(arm)).toMap());
        map.put("judged_by", judgedBy(arm));
        map.put("at_least", TARGET);
        map.put("verdict", verdict(arm).toString());
        return map;
    }

    private static String judgedBy(ToolsArm arm) {
        return arm == ToolsArm.NOTHING ? "throughput_ratio" : "node_cpu_ratio";
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
        map.put("row_cache_mib", options.memoryMebibytes());
        map.put("heap", options.heap());
        return map;
    }

    @Override
    public void print(PrintWriter out) {
        out.printf("%nA loaded node, median (least-most) of %d slots of %d s%n", rounds.size(), options.seconds());
        out.printf("  %-12s %28s %24s %8s%n", "beside it", "operations/s", "node CPU us/operation", "hits");
        for (ToolsArm arm : ToolsArm.ALL) {
            out.printf(
                    "  %-12s %28s %24s %8.3f%n",
                    arm,
                    text("%,.0f", spread(round -> round.of(arm).perSecond())),
                    text("%.1f", spread(round -> round.of(arm).cpuMicrosPerOperation())),
                    spread(round -> round.of(arm).hitRatio()).median());
        }
        for (ToolsArm arm : compared()) {
            MedianInterval interval = MedianInterval.of(judged(arm));
            out.printf(
                    "  %-12s / %-12s throughput %s; operations for the node's CPU time %s; "
                            + "%s >= %.2f: %s (95 %% interval %.3f-%.3f)%n",
                    arm,
                    base(arm),
                    text("%.3f", Spread.of(throughputRatios(arm))),
                    text("%.3f", Spread.of(nodeRatios(arm))),
                    judgedBy(arm),
                    TARGET,
                    verdict(arm),
                    interval.low(),
                    interval.high());
        }
        out.flush();
    }

    private static String text(String format, Spread spread) {
        return String.format(
                format + " (" + format + "-" + format + ")", spread.median(), spread.minimum(), spread.maximum());
    }
}
