package org.ssdtier.benchmarks.brief;

import java.util.Map;
import org.ssdtier.benchmarks.load.Latency;

/**
 * The figures of one measurement of a node.
 *
 * @param seconds duration
 * @param requestsPerSecond requests per second; a read-modify-write is one
 * @param latencies latencies by the operation's label in YCSB, of operations that happened
 * @param hits hit ratios of the row cache
 * @param devices use of the drives
 * @param cpu use of the processors
 * @param pageCacheBytes bytes in the node's page cache at the end
 * @param processBytes bytes of its process then, heap and off-heap
 */
public record NodeFigures(
        double seconds,
        double requestsPerSecond,
        Map<String, Latency> latencies,
        HitShares hits,
        NodeDriveUse devices,
        CpuUse cpu,
        long pageCacheBytes,
        long processBytes) {
    /** The figures of a measurement that failed. */
    public static final NodeFigures NONE =
            new NodeFigures(0, 0, Map.of(), HitShares.NONE, NodeDriveUse.NONE, CpuUse.NONE, 0, 0);

    /** Copies the latencies. */
    public NodeFigures {
        latencies = Map.copyOf(latencies);
    }
}
