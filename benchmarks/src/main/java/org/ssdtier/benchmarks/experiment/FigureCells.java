package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.MedianInterval;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * The figures of a run for its result file: the run, one entry for each arm and mix, and the slots as measured. {@link
 * ExperimentResult} reads them. Everything in a report comes from them, so they include what its drawings and comparisons need.
 *
 * @param run the run
 * @param comparison results of the run
 */
record FigureCells(RunDirectory.Run run, Comparison comparison) {
    /** The latencies of the reads of all rounds together, in HdrHistogram's compressed form in Base64, in µs. */
    static final String READ_HISTOGRAM = "read_histogram";
    /** The requests of every second, one list for each round. */
    static final String REQUESTS_BY_SECOND = "requests_by_second";

    /** The page cache of the node at the end of the slots. */
    static final String PAGE_CACHE_BYTES = "page_cache_bytes";
    /** The memory of the node's process, heap and off-heap. */
    static final String PROCESS_BYTES = "process_bytes";
    /** The heap of that process, and how much of it was in use. */
    static final String HEAP_BYTES = "heap_bytes";

    static final String USED_HEAP_BYTES = "used_heap_bytes";
    /** The memory of the process beside its heap. */
    static final String OFF_HEAP_BYTES = "off_heap_bytes";
    /** Process and page cache together. */
    static final String MEMORY_BYTES = "memory_bytes";
    /** The figures at fixed rates, {@link LoadFigures}. */
    static final String LOADS = "loads";
    /** The results of all slots as measured, from which every figure of a cell can be calculated again. */
    static final String SLOTS = "slots";

    /** Returns the figures as a map. */
    Map<String, Object> toMap() {
        List<Map<String, Object>> cells = new ArrayList<>();
        comparison.cells().forEach(cell -> cells.add(cell(cell.arm(), cell.readPercent())));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("experiment", comparison.experiment().name());
        figures.put("run", run);
        figures.put("cells", cells);
        figures.put("failures", comparison.failures());
        figures.put(SLOTS, comparison.results());
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
            addRowCache(cell, arm, readPercent);
        }
        cell.put("disk_reads_per_request", spread(arm, readPercent, result -> result.disk()
                .dataReads()));
        cell.put("cache_disk_reads_per_request", spread(arm, readPercent, result -> result.disk()
                .cacheReads()));
        cell.put("table_bytes", spread(arm, readPercent, result -> result.disk().tableBytes()));
        if (hasFlash(arm, readPercent)) {
            cell.put("written_bytes_per_second", flash(arm, readPercent, SlotResult.Flash::writtenBytes));
            cell.put("write_amplification", flash(arm, readPercent, SlotResult.Flash::writeAmplification));
            cell.put("collect_share", flash(arm, readPercent, SlotResult.Flash::collectShare));
        }
        addMemory(cell, arm, readPercent);
        cell.put("machine_cpu", spread(arm, readPercent, SlotResult::machineCpu));
        cell.put("cpu_limited", comparison.isCpuLimited(arm, readPercent));
        addRatios(cell, arm, readPercent);
        List<LoadFigures> loads = comparison.loads(arm, readPercent);
        if (!loads.isEmpty()) {
            cell.put(LOADS, loads);
        }
        if (reads.count() > 0) {
            cell.put(READ_HISTOGRAM, reads.histogram());
        }
        cell.put(
                REQUESTS_BY_SECOND,
                comparison.of(arm, readPercent).stream()
                        .map(result ->
                                result.perSecond().stream().map(Math::round).toList())
                        .toList());
        return cell;
    }

    private void addRowCache(Map<String, Object> cell, Arm arm, int readPercent) {
        double ideal =
                Shares.idealOfRows(run.dataset().rows(), run.plan().budget().rowsHeld(arm));
        cell.put(
                "hits_to_ideal",
                spread(arm, readPercent, result -> result.hits().total() / ideal));
        cell.put("miss_time_share", spread(arm, readPercent, SlotResult::missTimeShare));
    }

    private void addMemory(Map<String, Object> cell, Arm arm, int readPercent) {
        cell.put(PAGE_CACHE_BYTES, spread(arm, readPercent, result -> result.memory()
                .pageCacheBytes()));
        cell.put(PROCESS_BYTES, spread(arm, readPercent, result -> result.memory()
                .processBytes()));
        if (comparison.of(arm, readPercent).stream()
                .allMatch(result ->
                        result.memory().heapBytes() > 0 && result.memory().processBytes() > 0)) {
            cell.put(HEAP_BYTES, spread(arm, readPercent, result -> result.memory()
                    .heapBytes()));
            cell.put(USED_HEAP_BYTES, spread(arm, readPercent, result -> result.memory()
                    .usedHeapBytes()));
            cell.put(
                    OFF_HEAP_BYTES,
                    spread(
                            arm,
                            readPercent,
                            result -> result.memory().processBytes()
                                    - result.memory().heapBytes()));
        }
        cell.put(
                MEMORY_BYTES,
                spread(
                        arm,
                        readPercent,
                        result -> result.memory().pageCacheBytes()
                                + result.memory().processBytes()));
    }

    private void addRatios(Map<String, Object> cell, Arm arm, int readPercent) {
        for (Arm base : comparison.bases(arm, readPercent)) {
            for (RatioFigure figure : RatioFigure.values()) {
                List<Double> ratios = comparison.ratios(arm, base, readPercent, figure);
                if (!ratios.isEmpty()) {
                    cell.put(figure.fieldTo(base), Spread.of(ratios).toMap());
                    cell.put(figure.intervalTo(base), MedianInterval.of(ratios).toMap());
                }
            }
        }
    }

    /** Returns whether the disk of an arm's SSTables has a translation layer. */
    private boolean hasFlash(Arm arm, int readPercent) {
        return comparison.of(arm, readPercent).stream()
                .anyMatch(result -> result.disk().flash().writtenBytes() > 0);
    }

    private Map<String, Object> flash(Arm arm, int readPercent, ToDoubleFunction<SlotResult.Flash> figure) {
        return spread(
                arm, readPercent, result -> figure.applyAsDouble(result.disk().flash()));
    }

    private Map<String, Object> spread(Arm arm, int readPercent, ToDoubleFunction<SlotResult> figure) {
        return comparison.spread(arm, readPercent, figure).toMap();
    }
}
