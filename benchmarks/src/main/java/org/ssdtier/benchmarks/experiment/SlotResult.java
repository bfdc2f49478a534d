package org.ssdtier.benchmarks.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one slot has shown.
 *
 * @param slot which one
 * @param failure why it has failed, with the node's last words; null if it has not. All else is 0 then
 * @param seconds that it took
 * @param requestsPerSecond reads and updates
 * @param readsPerSecond reads
 * @param reads latency of the reads
 * @param updates latency of the updates
 * @param hits who answered the reads
 * @param disk what reached the disks
 * @param memory where the node's memory was at the end
 * @param nodeCpu cores that the node kept busy
 * @param machineCpu share of all cores that was busy
 * @param loadAverage of the machine, at the end
 * @param perSecond requests in each second
 */
record SlotResult(
        Slot slot,
        @Nullable String failure,
        double seconds,
        double requestsPerSecond,
        double readsPerSecond,
        Latency reads,
        Latency updates,
        Hits hits,
        DiskUse disk,
        MemoryUse memory,
        double nodeCpu,
        double machineCpu,
        double loadAverage,
        List<Double> perSecond) {
    /** Above this share of busy cores the machine, not the disk, is the limit. */
    static final double CPU_LIMITED = 0.85;

    /**
     * Shares of the reads.
     *
     * @param memory answered by the row cache in memory
     * @param ssd answered by the SSD tier
     * @param total answered by either
     */
    record Hits(double memory, double ssd, double total) {}

    /**
     * Requests that have reached the disks, for each request of the client.
     *
     * @param dataReads of the disk that holds the SSTables
     * @param dataReadBytes their bytes
     * @param logWrites of the disk that holds the commit log
     * @param cacheReads of the disk that holds the SSD tier
     * @param tableBytes what all files of the table took before the arm's first slot
     * @param flash what an SSD with a translation layer did inside; all 0 for others
     */
    record DiskUse(
            double dataReads,
            double dataReadBytes,
            double logWrites,
            double cacheReads,
            long tableBytes,
            Flash flash) {}

    /**
     * The flash of the disk that holds the SSTables.
     *
     * @param writtenBytes that the host has written, a second
     * @param writeAmplification sectors written to the flash for each of the host
     * @param collectShare share of the dies' time that garbage collection took
     */
    record Flash(double writtenBytes, double writeAmplification, double collectShare) {
        static final Flash NONE = new Flash(0, 0, 0);
    }

    /**
     * Memory of a node.
     *
     * @param pageCacheBytes what its page cache keeps
     * @param processBytes what its process has
     * @param cachedRows rows in the row cache's memory
     * @param ssdRows rows in the SSD tier
     */
    record MemoryUse(long pageCacheBytes, long processBytes, long cachedRows, long ssdRows) {}

    /** A slot that has failed. */
    static SlotResult failed(Slot slot, String why) {
        return new SlotResult(
                slot,
                why,
                0,
                0,
                0,
                Latency.NONE,
                Latency.NONE,
                new Hits(0, 0, 0),
                new DiskUse(0, 0, 0, 0, 0, Flash.NONE),
                new MemoryUse(0, 0, 0, 0),
                0,
                0,
                0,
                List.of());
    }

    /** About the share of all reads' time that goes to those which no row cache answers: a hit takes as long as the median read. */
    double missTimeShare() {
        return 1 - hits.total() * reads.p50Micros() / meanReadMicros();
    }

    double meanReadMicros() {
        return reads.meanMicros();
    }

    @JsonIgnore
    boolean isGood() {
        return failure == null;
    }
}
