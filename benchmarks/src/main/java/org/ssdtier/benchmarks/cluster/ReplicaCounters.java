package org.ssdtier.benchmarks.cluster;

import java.io.IOException;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.RowCacheCounters;
import org.ssdtier.benchmarks.node.NodeJmx;

/**
 * The counters of a node, or of several together: what its replicas have read, and what it has repaired as a
 * coordinator.
 *
 * @param reads reads of replicas, of rows and of digests
 * @param mismatches reads of coordinators whose replicas disagreed: each begins a blocking read repair
 * @param repairs writes to replicas by read repairs
 * @param speculations reads of one more replica than the consistency level needs, because another was slow
 * @param rows answers of the row cache to the reads of replicas
 */
record ReplicaCounters(long reads, long mismatches, long repairs, long speculations, RowCacheCounters rows) {
    static final ReplicaCounters NONE = new ReplicaCounters(0, 0, 0, 0, new RowCacheCounters(0, 0, 0));

    private static final String MISMATCHES = "org.apache.cassandra.metrics:type=ReadRepair,name=RepairedBlocking";

    /** Reads the current counters of a node. */
    static ReplicaCounters read(NodeVerbs verbs, NodeJmx jmx) throws IOException {
        return new ReplicaCounters(
                verbs.tableCounter(PaperLoad.TABLE, "ReadLatency"),
                (long) jmx.metric(MISMATCHES),
                verbs.tableCounter(PaperLoad.TABLE, "ReadRepairRequests"),
                verbs.tableCounter(PaperLoad.TABLE, "SpeculativeRetries"),
                RowCacheCounters.read(verbs, jmx));
    }

    /** Returns the sum with the counters of another node. */
    ReplicaCounters plus(ReplicaCounters other) {
        return new ReplicaCounters(
                reads + other.reads,
                mismatches + other.mismatches,
                repairs + other.repairs,
                speculations + other.speculations,
                new RowCacheCounters(
                        rows.hits() + other.rows.hits(),
                        rows.misses() + other.rows.misses(),
                        rows.ssdHits() + other.rows.ssdHits()));
    }

    /** Returns the difference from earlier counters. */
    ReplicaCounters since(ReplicaCounters earlier) {
        return new ReplicaCounters(
                reads - earlier.reads,
                mismatches - earlier.mismatches,
                repairs - earlier.repairs,
                speculations - earlier.speculations,
                rows.since(earlier.rows));
    }
}
