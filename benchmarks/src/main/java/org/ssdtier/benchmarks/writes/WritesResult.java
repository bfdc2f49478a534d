package org.ssdtier.benchmarks.writes;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.load.MedianInterval;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The results of {@link WritesRun}.
 *
 * @param options options of the run
 * @param rounds counted rounds
 */
record WritesResult(WritesOptions options, List<WritesRound> rounds) implements BenchFindings {
    /** Minimum throughput of the tier, as a multiple of that of {@code SerializingCacheProvider}. */
    static final double TARGET = 1.00;

    /** Minimum throughput of the tier, as a multiple of its own without the journal. */
    static final double JOURNAL_TARGET = 0.98;

    /** Minimum throughput with lifetimes of files, as a multiple of that without. */
    static final double LIFETIMES_TARGET = 0.99;

    private static final List<WritesArm> BASES = List.of(WritesArm.NO_JOURNAL, WritesArm.SERIALIZING, WritesArm.NONE);

    WritesResult {
        rounds = List.copyOf(rounds);
    }

    /** Returns the throughput ratio to another arm, taken round by round. */
    Spread throughputRatio(WritesArm base) {
        return spread(round -> round.throughputRatio(WritesArm.SSDTIER, base));
    }

    Spread cpuRatio(WritesArm base) {
        return spread(round -> round.cpuRatio(WritesArm.SSDTIER, base));
    }

    /** Returns the interval of the median of the throughput ratios to another arm. */
    MedianInterval throughputInterval(WritesArm base) {
        return MedianInterval.of(throughputRatios(base));
    }

    private List<Double> throughputRatios(WritesArm base) {
        return each(round -> round.throughputRatio(WritesArm.SSDTIER, base));
    }

    MedianInterval.Verdict verdict() {
        return MedianInterval.atLeast(throughputRatios(WritesArm.SERIALIZING), TARGET);
    }

    MedianInterval.Verdict journalVerdict() {
        return MedianInterval.atLeast(throughputRatios(WritesArm.NO_JOURNAL), JOURNAL_TARGET);
    }

    /** Returns the interval of the median of the throughput ratios with lifetimes of files to those without. */
    MedianInterval lifetimesInterval() {
        return MedianInterval.of(lifetimesRatios());
    }

    private List<Double> lifetimesRatios() {
        return each(round -> round.throughputRatio(WritesArm.LIFETIMES, WritesArm.SSDTIER));
    }

    MedianInterval.Verdict lifetimesVerdict() {
        return MedianInterval.atLeast(lifetimesRatios(), LIFETIMES_TARGET);
    }

    private Spread spread(ToDoubleFunction<WritesRound> figure) {
        return Spread.of(each(figure));
    }

    private List<Double> each(ToDoubleFunction<WritesRound> figure) {
        return rounds.stream().mapToDouble(figure).boxed().toList();
    }

    /** Returns whether no target is missed; an undecided verdict is not a failure. */
    @Override
    public boolean isGood() {
        return verdict() != MedianInterval.Verdict.MISSED
                && journalVerdict() != MedianInterval.Verdict.MISSED
                && lifetimesVerdict() != MedianInterval.Verdict.MISSED;
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (WritesArm arm : WritesArm.ALL) {
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put(
                    "writes_per_second",
                    spread(round -> round.of(arm).writesPerSecond()).toMap());
            figures.put(
                    "cpu_us_per_write",
                    spread(round -> round.of(arm).cpuMicrosPerWrite()).toMap());
            figures.put("p99_us", spread(round -> round.of(arm).p99Micros()).toMap());
            map.put(arm.toString(), figures);
        }
        for (WritesArm base : BASES) {
            map.put("throughput_ratio_to_" + base, throughputRatio(base).toMap());
            map.put("throughput_interval_to_" + base, throughputInterval(base).toMap());
            map.put("cpu_ratio_to_" + base, cpuRatio(base).toMap());
        }
        map.put("target", target(WritesArm.SERIALIZING, TARGET));
        map.put("journal_target", target(WritesArm.NO_JOURNAL, JOURNAL_TARGET));
        map.put("lifetimes_target", lifetimesTarget());
        map.put("good", isGood());
        map.put("rounds", rounds.stream().map(WritesResult::roundMap).toList());
        map.put("settings", settings());
        map.put("run", facts);
        return map;
    }

    private Map<String, Object> target(WritesArm base, double least) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("throughput_ratio_to_" + base, throughputRatio(base).median());
        map.put("at_least", least);
        map.put("verdict", MedianInterval.atLeast(throughputRatios(base), least).toString());
        return map;
    }

    private Map<String, Object> lifetimesTarget() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(
                "throughput_ratio_to_ssdtier",
                spread(round -> round.throughputRatio(WritesArm.LIFETIMES, WritesArm.SSDTIER))
                        .median());
        map.put("throughput_interval_to_ssdtier", lifetimesInterval().toMap());
        map.put("at_least", LIFETIMES_TARGET);
        map.put("verdict", lifetimesVerdict().toString());
        return map;
    }

    private static Map<String, Object> roundMap(WritesRound round) {
        Map<String, Object> map = new LinkedHashMap<>();
        WritesArm.ALL.forEach(arm -> map.put(arm.toString(), round.of(arm)));
        return map;
    }

    private Map<String, Object> settings() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rows", options.rows());
        map.put("distribution", "zipfian 0.99, one to five columns per update");
        map.put("rounds", options.rounds());
        map.put("warm_up_rounds", options.warmUpRounds());
        map.put("seconds", options.seconds());
        map.put("threads", options.threads());
        map.put("row_cache_mib", options.memoryMebibytes());
        map.put("heap", options.heap());
        map.put("before_each_run", "flush, major compaction, every row read once");
        map.put("during_each_run", "one flush");
        return map;
    }

    @Override
    public void print(PrintWriter out) {
        out.printf("%nUpdates, median (least-most) of %d runs of %d s%n", rounds.size(), options.seconds());
        out.printf("  %-12s %28s %22s %12s%n", "row cache", "updates/s", "node CPU us/update", "p99 us");
        for (WritesArm arm : WritesArm.ALL) {
            Spread rate = spread(round -> round.of(arm).writesPerSecond());
            Spread cpu = spread(round -> round.of(arm).cpuMicrosPerWrite());
            out.printf(
                    "  %-12s %28s %22s %12.0f%n",
                    arm,
                    String.format("%,.0f (%,.0f-%,.0f)", rate.median(), rate.minimum(), rate.maximum()),
                    String.format("%.1f (%.1f-%.1f)", cpu.median(), cpu.minimum(), cpu.maximum()),
                    spread(round -> round.of(arm).p99Micros()).median());
        }
        for (WritesArm base : BASES) {
            Spread ratio = throughputRatio(base);
            Spread cpu = cpuRatio(base);
            MedianInterval interval = throughputInterval(base);
            out.printf(
                    "  ssdtier / %-12s throughput %.3f (%.3f-%.3f), 95 %% interval of the median %.3f-%.3f; "
                            + "CPU per write %.3f (%.3f-%.3f); round by round%n",
                    base,
                    ratio.median(),
                    ratio.minimum(),
                    ratio.maximum(),
                    interval.low(),
                    interval.high(),
                    cpu.median(),
                    cpu.minimum(),
                    cpu.maximum());
        }
        out.printf("  target: ssdtier / serializing >= %.2f of the throughput: %s%n", TARGET, verdict());
        out.printf("  target: ssdtier / no-journal >= %.2f of the throughput: %s%n", JOURNAL_TARGET, journalVerdict());
        out.printf(
                "  target: lifetimes / ssdtier >= %.2f of the throughput: %s%n", LIFETIMES_TARGET, lifetimesVerdict());
        out.flush();
    }
}
