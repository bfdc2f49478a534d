package org.ssdtier.benchmarks.threads;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.DriveUse;
import org.ssdtier.benchmarks.load.Latency;

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
 * @param warmUpSeconds duration of the restore and the warm-up before
 */
record CellResult(
        Cell cell,
        @Nullable String failure,
        double seconds,
        double requestsPerSecond,
        Map<String, Latency> latencies,
        Hits hits,
        DeviceUse devices,
        CpuUse cpu,
        long pageCacheBytes,
        double warmUpSeconds) {
    /** The busy fraction of the cores above which the CPU rather than the drives is the limit. */
    static final double CPU_LIMITED = 0.85;

    /**
     * Fractions of the reads of single rows; 0 if there are none.
     *
     * @param memory answered by the row cache in memory
     * @param ssd answered by the SSD tier
     */
    record Hits(double memory, double ssd) {
        static final Hits NONE = new Hits(0, 0);
    }

    /**
     * The use of the drives of an arm.
     *
     * @param data the drives of the SSTables, and of the commit log if it has none of its own
     * @param log the drives of the commit log; unused if it is on those of the SSTables
     * @param cache the drive of the SSD tier; unused without one
     */
    record DeviceUse(DriveUse data, DriveUse log, DriveUse cache) {
        static final DeviceUse NONE = new DeviceUse(DriveUse.NONE, DriveUse.NONE, DriveUse.NONE);
    }

    /**
     * The use of the processors.
     *
     * @param nodeCores number of cores kept busy by the node
     * @param machine busy fraction of all cores
     * @param loadAverage load average of the machine at the end
     */
    record CpuUse(double nodeCores, double machine, double loadAverage) {
        static final CpuUse NONE = new CpuUse(0, 0, 0);
    }

    CellResult {
        latencies = Map.copyOf(latencies);
    }

    /** Returns the result of a failed cell. */
    static CellResult failed(Cell cell, String why) {
        return new CellResult(cell, why, 0, 0, Map.of(), Hits.NONE, DeviceUse.NONE, CpuUse.NONE, 0, 0);
    }

    /**
     * Returns the device time per request in µs: that of the busiest drives of the arm, which could serve one request
     * in this time if nothing else were the limit.
     */
    double deviceMicros() {
        return DoubleStream.of(devices.data.busyMicros(), devices.log.busyMicros(), devices.cache.busyMicros())
                .max()
                .orElse(0);
    }

    /** Returns the latencies of the workload's main operation. */
    Latency latency() {
        return latencies.getOrDefault(cell.workload().operation.label(), Latency.NONE);
    }

    /** Returns whether the cores rather than the drives were the limit. */
    @JsonIgnore
    boolean isCpuLimited() {
        return cpu.machine > CPU_LIMITED;
    }

    @JsonIgnore
    boolean isGood() {
        return failure == null;
    }
}
