package org.ssdtier.benchmarks.cluster;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.CpuUse;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.report.CellDirectory;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * The result of one cell.
 *
 * @param cell the cell
 * @param failure reason of the failure, with the last lines of the logs of nodes that have ended; null if the cell did
 *     not fail. All figures are 0 after a failure
 * @param seconds duration of the measured part; like all times but {@code beforeSeconds} in the drives' time
 * @param operationsPerSecond operations of the clients per second; a read-modify-write is one
 * @param latencies latencies by the operation's label in YCSB, of operations that happened
 * @param hits hit ratios of the row caches, and outages of the SSD tiers, of all nodes together
 * @param drives use of the drives of each node, for each operation of the clients
 * @param replicas reads of replicas and read repairs under the requests
 * @param rest the same of reads at rest, after the requests
 * @param cpu use of the processors, with the cores kept busy by all nodes
 * @param memory memory of all nodes at the end
 * @param beforeSeconds duration of the restore and the warm-up before
 */
record CellResult(
        Cell cell,
        @Nullable String failure,
        double seconds,
        double operationsPerSecond,
        Map<String, Latency> latencies,
        HitShares hits,
        List<NodeDriveUse> drives,
        Replicas replicas,
        Replicas rest,
        CpuUse cpu,
        Memory memory,
        double beforeSeconds)
        implements CellDirectory.Measured {
    /**
     * Memory of several nodes.
     *
     * @param pageCacheBytes bytes in their page caches
     * @param processBytes bytes of their processes, heap and off-heap
     */
    record Memory(long pageCacheBytes, long processBytes) {
        static final Memory NONE = new Memory(0, 0);

        Memory plus(Memory other) {
            return new Memory(pageCacheBytes + other.pageCacheBytes, processBytes + other.processBytes);
        }
    }

    /**
     * Reads of replicas and what came of them.
     *
     * @param reads reads of the clients
     * @param replicaReads reads of replicas for them, of rows and of digests
     * @param mismatches reads whose replicas disagreed: each begins a blocking read repair
     * @param repairs writes to replicas by these repairs
     * @param speculations reads of one more replica because another was slow
     */
    record Replicas(long reads, long replicaReads, long mismatches, long repairs, long speculations) {
        static final Replicas NONE = new Replicas(0, 0, 0, 0, 0);

        static Replicas of(long reads, ReplicaCounters counters) {
            return new Replicas(
                    reads, counters.reads(), counters.mismatches(), counters.repairs(), counters.speculations());
        }
    }

    CellResult {
        latencies = Map.copyOf(latencies);
        drives = List.copyOf(drives);
    }

    /** Returns the result of a failed cell. */
    static CellResult failed(Cell cell, String why) {
        return new CellResult(
                cell,
                why,
                0,
                0,
                Map.of(),
                HitShares.NONE,
                List.of(),
                Replicas.NONE,
                Replicas.NONE,
                CpuUse.NONE,
                Memory.NONE,
                0);
    }

    /**
     * Returns the device time per operation in µs: that of the busiest drives of all nodes, which could serve one
     * operation in this time if nothing else were the limit.
     */
    double deviceMicros() {
        return drives.stream().mapToDouble(NodeDriveUse::busiestMicros).max().orElse(0);
    }

    /** Returns the number of reads of all nodes' data drives for each operation. */
    double dataReads() {
        return sum(node -> node.data().reads());
    }

    /** Returns the number of reads of all nodes' SSD tiers for each operation. */
    double cacheReads() {
        return sum(node -> node.cache().reads());
    }

    private double sum(ToDoubleFunction<NodeDriveUse> figure) {
        return drives.stream().mapToDouble(figure).sum();
    }

    /** Returns the latencies of an operation; none if it did not happen. */
    Latency latency(OperationType operation) {
        return latencies.getOrDefault(operation.label(), Latency.NONE);
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
