package org.ssdtier.benchmarks.survive;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The results of {@link SurviveRun}.
 *
 * @param options options of the run
 * @param cells every run of every mix on every arm
 */
record SurviveResult(SurviveOptions options, List<Cell> cells) implements BenchFindings {
    /** Minimum hit ratio with the fewest reads, as a fraction of that with the most. */
    static final double TARGET = 0.95;

    SurviveResult {
        cells = List.copyOf(cells);
    }

    Spread hitRatio(RowCacheArm arm, int readPercent) {
        return spread(arm, readPercent, cell -> cell.counters().hitRatio());
    }

    private Spread spread(RowCacheArm arm, int readPercent, ToDoubleFunction<Cell> figure) {
        return Spread.of(cells.stream()
                .filter(cell -> cell.arm() == arm && cell.readPercent() == readPercent)
                .mapToDouble(figure)
                .boxed()
                .toList());
    }

    /** Returns the hit ratio with the fewest reads / the hit ratio with the most, from an arm's medians. */
    double kept(RowCacheArm arm) {
        double most = hitRatio(arm, Collections.max(options.readPercents())).median();
        double fewest = hitRatio(arm, Collections.min(options.readPercents())).median();
        return most == 0 ? 0 : fewest / most;
    }

    @Override
    public boolean isGood() {
        return kept(RowCacheArm.SURVIVE) >= TARGET;
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (RowCacheArm arm : RowCacheArm.values()) {
            map.put(arm.toString(), armMap(arm));
        }
        map.put("target", Map.of("kept_by_survive", kept(RowCacheArm.SURVIVE), "at_least", TARGET, "met", isGood()));
        map.put("good", isGood());
        map.put("runs", cells.stream().map(SurviveResult::cellMap).toList());
        map.put("settings", settings());
        map.put("run", facts);
        return map;
    }

    private Map<String, Object> armMap(RowCacheArm arm) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int readPercent : options.readPercents()) {
            Map<String, Object> mix = new LinkedHashMap<>();
            mix.put("hit_ratio", hitRatio(arm, readPercent).toMap());
            mix.put(
                    "ssd_share_of_hits",
                    spread(arm, readPercent, cell -> cell.counters().ssdShare()).median());
            mix.put(
                    "requests_per_second",
                    spread(arm, readPercent, Cell::requestsPerSecond).toMap());
            map.put("reads_" + readPercent, mix);
        }
        map.put("kept", kept(arm));
        return map;
    }

    private static Map<String, Object> cellMap(Cell cell) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("arm", cell.arm().toString());
        map.put("read_percent", cell.readPercent());
        map.put("round", cell.round() + 1);
        map.put("hits", cell.counters().hits());
        map.put("misses", cell.counters().misses());
        map.put("ssd_hits", cell.counters().ssdHits());
        map.put("hit_ratio", cell.counters().hitRatio());
        map.put("requests_per_second", cell.requestsPerSecond());
        map.put("flushes", cell.flushes());
        return map;
    }

    private Map<String, Object> settings() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rows", options.rows());
        map.put("distribution", "zipfian 0.99, reads and updates alike, static");
        map.put("rounds", options.rounds());
        map.put("seconds", options.seconds());
        map.put("flush_seconds", options.flushSeconds());
        map.put("rate_per_node", options.perSecond());
        map.put("threads_per_node", options.threads());
        map.put("tier_memory_mib", options.tierMemoryMebibytes());
        map.put("tier_ssd_mib", ArmNode.SSD_MEBIBYTES);
        map.put("stock_memory_mib", options.stockMemoryMebibytes());
        map.put("heap", options.heap());
        map.put("nodes", "side by side, all under load in each slot");
        return map;
    }

    @Override
    public void print(PrintWriter out) {
        out.printf(
                "%nHit ratio, median (least-most) of %d runs of %d s, a flush every %.0f s%n",
                options.rounds(), options.seconds(), options.flushSeconds());
        out.printf("  %-12s", "");
        options.readPercents().forEach(percent -> out.printf(" %24s", percent + " % reads"));
        out.printf(" %10s%n", "kept");
        for (RowCacheArm arm : RowCacheArm.values()) {
            out.printf("  %-12s", arm);
            for (int percent : options.readPercents()) {
                Spread ratio = hitRatio(arm, percent);
                out.printf(
                        " %24s", String.format("%.4f (%.4f-%.4f)", ratio.median(), ratio.minimum(), ratio.maximum()));
            }
            out.printf(" %10.4f%n", kept(arm));
        }
        out.printf(
                "  kept = fewest reads / most reads; target for survive >= %.2f: %s%n",
                TARGET, isGood() ? "met" : "missed");
        out.flush();
    }
}
