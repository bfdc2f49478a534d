package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * The figures of a run for a JSON file: the run, and one entry for each arm and mix.
 *
 * @param run the run
 * @param comparison results of the run
 */
record FigureCells(RunDirectory.Run run, Comparison comparison) {
    /** Returns the figures as a map. */
    Map<String, Object> toMap() {
        List<Map<String, Object>> cells = new ArrayList<>();
        comparison.cells().forEach(cell -> cells.add(cell(cell.arm(), cell.readPercent())));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("experiment", comparison.experiment().name());
        figures.put("run", run);
        figures.put("cells", cells);
        figures.put("failures", comparison.failures());
        return figures;
    }

    private Map<String, Object> cell(Arm arm, int readPercent) {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("arm", arm.name());
        cell.put("read_percent", readPercent);
        cell.put("requests_per_second", spread(arm, readPercent, SlotResult::requestsPerSecond));
        cell.put("read_mean_us", spread(arm, readPercent, SlotResult::meanReadMicros));
        Latency reads = comparison.reads(arm, readPercent);
        cell.put("read_p50_us", reads.p50Micros());
        cell.put("read_p99_us", reads.p99Micros());
        cell.put("hit_ratio_memory", spread(arm, readPercent, result -> result.hits()
                .memory()));
        cell.put("hit_ratio_ssd", spread(arm, readPercent, result -> result.hits()
                .ssd()));
        cell.put("hit_ratio", spread(arm, readPercent, result -> result.hits().total()));
        if (arm.rowCache() != RowCacheKind.NONE) {
            cell.put("miss_time_share", spread(arm, readPercent, SlotResult::missTimeShare));
        }
        cell.put("disk_reads_per_request", spread(arm, readPercent, result -> result.disk()
                .dataReads()));
        cell.put("cache_disk_reads_per_request", spread(arm, readPercent, result -> result.disk()
                .cacheReads()));
        cell.put("table_bytes", spread(arm, readPercent, result -> result.disk().tableBytes()));
        cell.putAll(new FlashSection(comparison).figures(arm, readPercent));
        cell.put("page_cache_bytes", spread(arm, readPercent, result -> result.memory()
                .pageCacheBytes()));
        cell.put("machine_cpu", spread(arm, readPercent, SlotResult::machineCpu));
        cell.put("cpu_limited", comparison.isCpuLimited(arm, readPercent));
        if (comparison.hasRatio(arm, readPercent)) {
            cell.put(
                    "throughput_to_" + comparison.experiment().baseline(),
                    comparison
                            .ratioToBaseline(arm, readPercent, SlotResult::requestsPerSecond)
                            .toMap());
            cell.put(
                    "read_mean_to_" + comparison.experiment().baseline(),
                    comparison
                            .ratioToBaseline(arm, readPercent, SlotResult::meanReadMicros)
                            .toMap());
        }
        return cell;
    }

    private Map<String, Object> spread(Arm arm, int readPercent, ToDoubleFunction<SlotResult> figure) {
        return comparison.spread(arm, readPercent, figure).toMap();
    }
}
