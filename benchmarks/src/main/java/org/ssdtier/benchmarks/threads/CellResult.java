package org.ssdtier.benchmarks.threads;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.CpuUse;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.brief.NodeFigures;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.report.CellDirectory;

/**
 * The result of one cell.
 *
 * @param cell the cell
 * @param failure reason of the failure, with the last lines of the node's log; null if the cell did not fail. All
 *     figures are 0 after a failure
 * @param seconds duration of the measured part
 * @param requestsPerSecond requests per second; a read-modify-write is one
 * @param latencies latencies by the operation's label in YCSB, of operations that happened
 * @param hits hit ratios of the row cache
 * @param devices use of the drives
 * @param cpu use of the processors
 * @param pageCacheBytes bytes in the node's page cache at the end
 * @param processBytes bytes of the node's process then, heap and off-heap
 * @param warmUpSeconds duration of the restore and the warm-up before
 */
record CellResult(
        Cell cell,
        @Nullable String failure,
        double seconds,
        double requestsPerSecond,
        Map<String, Latency> latencies,
        HitShares hits,
        NodeDriveUse devices,
        CpuUse cpu,
        long pageCacheBytes,
        long processBytes,
        double warmUpSeconds)
        implements CellDirectory.Measured {
    CellResult {
        latencies = Map.copyOf(latencies);
    }

    /** Returns the result of a cell that succeeded. */
    static CellResult of(Cell cell, NodeFigures figures, double warmUpSeconds) {
        return new CellResult(
                cell,
                null,
                figures.seconds(),
                figures.requestsPerSecond(),
                figures.latencies(),
                figures.hits(),
                figures.devices(),
                figures.cpu(),
                figures.pageCacheBytes(),
                figures.processBytes(),
                warmUpSeconds);
    }

    /** Returns the result of a failed cell. */
    static CellResult failed(Cell cell, String why) {
        return new CellResult(cell, why, 0, 0, Map.of(), HitShares.NONE, NodeDriveUse.NONE, CpuUse.NONE, 0, 0, 0);
    }

    /**
     * Returns the device time per request in µs: that of the busiest drives of the arm, which could serve one request
     * in this time if nothing else were the limit.
     */
    double deviceMicros() {
        return devices.busiestMicros();
    }

    /** Returns the latencies of the workload's main operation. */
    Latency latency() {
        return latencies.getOrDefault(cell.workload().operation.label(), Latency.NONE);
    }

    /** Returns whether the cores rather than the drives were the limit. */
    @JsonIgnore
    boolean isCpuLimited() {
        return cpu.limits();
    }

    @JsonIgnore
    @Override
    public boolean isGood() {
        return failure == null;
    }
}
