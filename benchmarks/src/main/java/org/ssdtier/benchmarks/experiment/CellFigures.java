package org.ssdtier.benchmarks.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.ssdtier.benchmarks.brief.BlockUse;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.node.RowCacheKind;

/** The figures of one arm under one mix for a result file; {@link ResultCell} reads them. */
final class CellFigures {
    private final RunDirectory.Run run;
    private final Comparison comparison;
    private final Comparison.Cell cell;
    private final Arm arm;
    /** The slots whose clients wait. */
    private final List<SlotResult> slots;

    private final Map<String, Object> figures = new LinkedHashMap<>();

    CellFigures(RunDirectory.Run run, Comparison comparison, Comparison.Cell cell) {
        this.run = run;
        this.comparison = comparison;
        this.cell = cell;
        this.arm = cell.arm();
        this.slots = comparison.of(arm, cell.readPercent());
    }

    /** Returns the figures as a map. */
    Map<String, Object> toMap() {
        figures.put("arm", arm.name());
        figures.put("read_percent", cell.readPercent());
        put("requests_per_second", SlotResult::requestsPerSecond);
        put("read_mean_us", SlotResult::meanReadMicros);
        addPercentiles();
        put("hit_ratio_memory", result -> result.hits().memory());
        put("hit_ratio_ssd", result -> result.hits().ssd());
        put("hit_ratio", result -> result.hits().total());
        if (arm.rowCache() != RowCacheKind.NONE) {
            addRowCache();
        }
        put("disk_reads_per_request", result -> result.disk().dataReads());
        put("cache_disk_reads_per_request", result -> result.disk().cacheReads());
        if (ReadsPerMiss.areIn(slots)) {
            figures.put(CellFields.READS_PER_MISS, ReadsPerMiss.of(slots));
        }
        put("table_bytes", result -> result.disk().tableBytes());
        addSsd();
        addFlash();
        addDrives();
        addMemory();
        put("machine_cpu", SlotResult::machineCpu);
        figures.put("cpu_limited", comparison.isCpuLimited(arm, cell.readPercent()));
        addRatios();
        addBestStock();
        List<LoadFigures> loads = comparison.loads(arm, cell.readPercent());
        if (!loads.isEmpty()) {
            figures.put(CellFields.LOADS, loads);
        }
        addHalves();
        figures.put(
                CellFields.REQUESTS_BY_SECOND,
                slots.stream()
                        .map(result ->
                                wholeSeconds(result).stream().map(Math::round).toList())
                        .toList());
        return figures;
    }

    private void addHalves() {
        if (slots.stream().allMatch(result -> wholeSeconds(result).size() > 1)) {
            put(CellFields.SECOND_HALF_TO_FIRST, CellFigures::secondHalfToFirst);
        }
    }

    private static double secondHalfToFirst(SlotResult result) {
        List<Double> seconds = wholeSeconds(result);
        int half = seconds.size() / 2;
        return mean(seconds.subList(seconds.size() - half, seconds.size()))
                / Math.max(1, mean(seconds.subList(0, half)));
    }

    /** Returns the requests in each whole second; a slot may end with a part of one, which has few. */
    private static List<Double> wholeSeconds(SlotResult result) {
        List<Double> seconds = result.perSecond();
        return seconds.subList(0, Math.min(seconds.size(), (int) result.seconds()));
    }

    private static double mean(List<Double> of) {
        return of.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** Adds the percentiles of the slots whose clients wait, if the run has no better ones. */
    private void addPercentiles() {
        if (comparison.hasLoads()) {
            return;
        }
        Latency reads = comparison.reads(arm, cell.readPercent());
        figures.put(CellFields.READ_P50, reads.p50Micros());
        figures.put(CellFields.READ_P99, reads.p99Micros());
        if (reads.count() > 0) {
            figures.put(CellFields.READ_HISTOGRAM, reads.histogram());
        }
    }

    private void addRowCache() {
        Optional<RowsHeld> held = RowsHeld.of(slots);
        held.ifPresent(rows -> rows.addTo(figures));
        double ideal = IdealHits.of(run, arm, Optional.empty()).ratio();
        put(CellFields.HITS_TO_IDEAL, result -> result.hits().total() / ideal);
        if (held.isPresent()) {
            double idealOfHeld = IdealHits.of(run, arm, held).ratio();
            put(CellFields.HITS_TO_IDEAL_OF_ROWS_HELD, result -> result.hits().total() / idealOfHeld);
        }
        if (arm.hasBlocks()) {
            put(CellFields.BLOCK_HITS, result -> blocks(result).hits());
        }
        put("miss_time_share", SlotResult::missTimeShare);
    }

    private void addSsd() {
        if (arm.hasTier()) {
            figures.put(CellFields.OUTAGES, sum(result -> result.hits().outages()));
            figures.put(CellFields.DROPPED_ROWS, sum(result -> result.hits().dropped()));
            put(CellFields.LATE_READS, result -> result.hits().late());
        }
        if (arm.hasBlocks()) {
            put(CellFields.SSD_BYTES, result -> run.plan().budget().ssdBytes());
        } else if (slots.stream().anyMatch(result -> result.disk().ssdBytes() > 0)) {
            put(CellFields.SSD_BYTES, result -> result.disk().ssdBytes());
        }
    }

    private long sum(ToLongFunction<SlotResult> figure) {
        return slots.stream().mapToLong(figure).sum();
    }

    private void addFlash() {
        if (slots.stream().anyMatch(result -> result.disk().flash().writtenBytes() > 0)) {
            put("written_bytes_per_second", result -> result.disk().flash().writtenBytes());
            put("write_amplification", result -> result.disk().flash().writeAmplification());
            put("collect_share", result -> result.disk().flash().collectShare());
        }
    }

    private void addDrives() {
        if (!hasDrives(slots)) {
            return;
        }
        put(CellFields.DEVICE_MICROS, CellFigures::deviceMicros);
        baseline()
                .filter(base -> hasDrives(comparison.of(base, cell.readPercent())))
                .ifPresent(base -> putRatio(
                        CellFields.drivesAllowTo(base),
                        comparison.ratios(cell, base, 0, result -> 1 / deviceMicros(result))));
    }

    private static boolean hasDrives(List<SlotResult> of) {
        return !of.isEmpty()
                && of.stream().allMatch(result -> result.disk().drives() != null && deviceMicros(result) > 0);
    }

    private static double deviceMicros(SlotResult result) {
        double micros = Objects.requireNonNullElse(result.disk().drives(), NodeDriveUse.NONE)
                .busiestMicros();
        return Math.max(micros, blocks(result).busyMicros());
    }

    private static BlockUse blocks(SlotResult result) {
        return Objects.requireNonNullElse(result.disk().blocks(), BlockUse.NONE);
    }

    private void addMemory() {
        put(CellFields.PAGE_CACHE_BYTES_BEFORE, result -> result.memory().pageCacheBytesBefore());
        put(CellFields.PAGE_CACHE_BYTES, result -> result.memory().pageCacheBytes());
        put(CellFields.PROCESS_BYTES, result -> result.memory().processBytes());
        if (hasMemory(slots)
                && slots.stream().allMatch(result -> result.memory().heapBytes() > 0)) {
            put(CellFields.HEAP_BYTES, result -> result.memory().heapBytes());
            put(CellFields.USED_HEAP_BYTES, result -> result.memory().usedHeapBytes());
            put(
                    CellFields.OFF_HEAP_BYTES,
                    result -> result.memory().processBytes() - result.memory().heapBytes());
        }
        put(CellFields.MEMORY_BYTES, CellFigures::memoryBytes);
        baseline()
                .map(base -> comparison.of(base, cell.readPercent()))
                .filter(others -> hasMemory(others) && hasMemory(slots))
                .ifPresent(others -> figures.put(
                        CellFields.MEMORY_TO_BASELINE,
                        spread(slots, CellFigures::memoryBytes).median()
                                / spread(others, CellFigures::memoryBytes).median()));
    }

    private static boolean hasMemory(List<SlotResult> of) {
        return !of.isEmpty() && of.stream().allMatch(result -> result.memory().processBytes() > 0);
    }

    private static double memoryBytes(SlotResult result) {
        return result.memory().pageCacheBytes() + result.memory().processBytes();
    }

    private void addRatios() {
        for (Arm base : comparison.bases(arm, cell.readPercent())) {
            for (RatioFigure figure : RatioFigure.values()) {
                if (!figure.isPercentile() || !comparison.hasLoads()) {
                    putRatio(figure.fieldTo(base), comparison.ratios(cell, base, 0, figure::of));
                    continue;
                }
                comparison.loads(arm, cell.readPercent()).stream()
                        .filter(load -> load.keepsUp() && keepsUp(base, load.percent()))
                        .forEach(load -> putRatio(
                                figure.fieldTo(base, load.percent()),
                                comparison.ratios(cell, base, load.percent(), figure::of)));
            }
        }
    }

    /** Returns whether an arm answers a load; if not, its percentiles grow with the length of a slot, and a ratio says nothing. */
    private boolean keepsUp(Arm base, int loadPercent) {
        return comparison.loads(base, cell.readPercent()).stream()
                .filter(load -> load.percent() == loadPercent)
                .allMatch(LoadFigures::keepsUp);
    }

    private void addBestStock() {
        comparison.bestStock(arm, cell.readPercent()).ifPresent(stock -> {
            figures.put(CellFields.BEST_STOCK, stock.name());
            for (RatioFigure figure : List.of(RatioFigure.THROUGHPUT, RatioFigure.READ_MEAN)) {
                putRatio(figure.fieldToBestStock(), comparison.ratios(cell, stock, 0, figure::of));
            }
        });
    }

    private Optional<Arm> baseline() {
        return comparison.bases(arm, cell.readPercent()).stream()
                .filter(base -> base.name().equals(comparison.experiment().baseline()))
                .findFirst();
    }

    private void putRatio(String field, List<Double> ratios) {
        if (!ratios.isEmpty()) {
            Ratio.of(ratios).addTo(figures, field);
        }
    }

    private void put(String field, ToDoubleFunction<SlotResult> figure) {
        figures.put(field, spread(slots, figure).toMap());
    }

    private static Spread spread(List<SlotResult> of, ToDoubleFunction<SlotResult> figure) {
        return Spread.of(of.stream().map(figure::applyAsDouble).toList());
    }
}
