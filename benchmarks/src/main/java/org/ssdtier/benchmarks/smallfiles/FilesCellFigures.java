package org.ssdtier.benchmarks.smallfiles;

import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The figures of equal slots of an arm, as pages show them: median, smallest and largest; empty without meaning.
 *
 * @param arm name of the arm
 * @param phase kind of the slots
 * @param clients number of client threads; of a traversal without reads, of its threads
 * @param readsPerSecond reads per second of all clients
 * @param meanMillis mean time of a read
 * @param p99Millis 99th percentile of the times of reads
 * @param hits share of the nodes' reads that the row caches answered
 * @param diskReads requests that reached the drives of the serving nodes, per read of a client
 * @param traversalSeconds time of a whole traversal without reads at the rate seen
 * @param isCpuLimited whether the cores were the limit
 */
record FilesCellFigures(
        String arm,
        String phase,
        int clients,
        Map<String, Object> readsPerSecond,
        Map<String, Object> meanMillis,
        Map<String, Object> p99Millis,
        Map<String, Object> hits,
        Map<String, Object> diskReads,
        Map<String, Object> traversalSeconds,
        boolean isCpuLimited) {
    private static final double MICROS_PER_MILLI = 1_000;

    static FilesCellFigures of(FilesResult result, FilesResult.Cell cell) {
        FilesPhase phase = cell.phase();
        boolean isTraversal = phase == FilesPhase.TRAVERSAL;
        // beside a traversal, the drive of a file system is read by both
        boolean isDriveOfBoth = phase == FilesPhase.BOTH && !cell.arm().isStore();
        long files = result.plan().scale().files();
        return new FilesCellFigures(
                cell.arm().label,
                phase.name().toLowerCase(Locale.ROOT),
                cell.clients(),
                spread(result, cell, phase.hasReads(), FilesSlotResult::readsPerSecond),
                spread(result, cell, phase.hasReads(), one -> one.reads().meanMicros() / MICROS_PER_MILLI),
                spread(result, cell, phase.hasReads(), one -> one.reads().p99Micros() / MICROS_PER_MILLI),
                spread(result, cell, cell.arm().hasTier && phase.hasReads(), FilesSlotResult::hits),
                spread(result, cell, phase.hasReads() && !isDriveOfBoth, FilesSlotResult::diskReads),
                spread(result, cell, isTraversal, one -> one.traversed().secondsFor(files)),
                result.isLimitedByCpu(cell));
    }

    /** Returns median and range, or nothing if the figure means nothing in the cell. */
    private static Map<String, Object> spread(
            FilesResult result, FilesResult.Cell cell, boolean isFigure, ToDoubleFunction<FilesSlotResult> figure) {
        return isFigure ? result.spread(cell, figure).toMap() : Map.of();
    }
}
