package org.ssdtier.benchmarks.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.BlockUse;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.load.Latency;

/**
 * The result of one slot.
 *
 * @param slot the slot
 * @param failure reason of the failure, with the last lines of the node's log; null if the slot did not fail. All
 *     figures are 0 after a failure
 * @param seconds duration
 * @param requestsPerSecond reads and updates per second
 * @param offeredPerSecond requests per second that were due; 0 if clients wait for their answers
 * @param reads latency of the reads
 * @param updates latency of the updates
 * @param hits hit ratios of the row cache
 * @param disk requests that reached the disks
 * @param memory memory of the node at the end
 * @param cpu use of the processors
 * @param perSecond requests in each second
 */
@JsonIgnoreProperties("readsPerSecond") // in results of earlier versions
record SlotResult(
        Slot slot,
        @Nullable String failure,
        double seconds,
        double requestsPerSecond,
        double offeredPerSecond,
        Latency reads,
        Latency updates,
        Hits hits,
        DiskUse disk,
        MemoryUse memory,
        CpuUse cpu,
        List<Double> perSecond) {
    /** The busy fraction of the cores above which the CPU rather than the disk is the limit. */
    static final double CPU_LIMITED = 0.85;

    /**
     * Fractions of the reads.
     *
     * @param memory answered by the row cache in memory
     * @param ssd answered by the SSD tier
     * @param total answered by either
     * @param late given up by the SSD tier, or not begun, because it was too slow; these were misses. 0 in results of earlier
     *     versions
     * @param outages times the SSD tier went offline during the slot; in results of earlier versions 0, or since the start of the
     *     node
     * @param dropped rows that the SSD tier dropped during the slot because its writes lagged; 0 in results of earlier versions
     */
    record Hits(double memory, double ssd, double total, double late, long outages, long dropped) {
        static final Hits NONE = new Hits(0, 0, 0, 0, 0, 0);
    }

    /**
     * The requests that reached the disks, per client request.
     *
     * @param dataReads reads from the disk of the SSTables, without those that a block cache answered
     * @param dataReadBytes bytes of all reads, also of those that a block cache answered
     * @param logWrites writes to the disk of the commit log
     * @param cacheReads reads from the disk of the SSD tier
     * @param tableBytes total size of the table's files before the arm's first slot
     * @param flash activity inside an SSD with a translation layer; all 0 for others
     * @param drives use of emulated drives, with the time that they worked; null for other disks and in results of
     *     earlier versions
     * @param blocks use of a block cache in front of the disk of the SSTables; null in results of earlier versions
     * @param reads reads from the disk of the SSTables by file; null if they were not traced
     * @param machineReadBytes bytes per second that the machine read from its own disk, which has the images of emulated
     *     drives: hardly any if they are in its memory. Null for other disks and in results of earlier versions
     * @param ssdBytes bytes of all files of the SSD tier and of key indexes at the end; 0 without them and in results of earlier
     *     versions
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record DiskUse(
            double dataReads,
            double dataReadBytes,
            double logWrites,
            double cacheReads,
            long tableBytes,
            Flash flash,
            @Nullable NodeDriveUse drives,
            @Nullable BlockUse blocks,
            @Nullable DiskReads reads,
            @Nullable Double machineReadBytes,
            long ssdBytes) {
        static final DiskUse NONE = new DiskUse(0, 0, 0, 0, 0, Flash.NONE, null, null, null, null, 0);

        DiskUse with(@Nullable DiskReads newReads, long newSsdBytes) {
            return new DiskUse(
                    dataReads,
                    dataReadBytes,
                    logWrites,
                    cacheReads,
                    tableBytes,
                    flash,
                    drives,
                    blocks,
                    newReads,
                    machineReadBytes,
                    newSsdBytes);
        }
    }

    /**
     * The flash of the disk that holds the SSTables.
     *
     * @param writtenBytes bytes written by the host per second
     * @param writeAmplification sectors written to the flash per sector written by the host
     * @param collectShare fraction of the dies' time spent on garbage collection
     */
    record Flash(double writtenBytes, double writeAmplification, double collectShare) {
        static final Flash NONE = new Flash(0, 0, 0);
    }

    /**
     * The memory of a node.
     *
     * @param pageCacheBytesBefore bytes in its page cache at the beginning; 0 in results of earlier versions
     * @param pageCacheBytes bytes in its page cache
     * @param processBytes bytes of its process
     * @param cachedRows number of rows in the memory of the row cache
     * @param ssdRows number of rows in the SSD tier
     * @param heapBytes bytes of the heap, all of which the node touches when it starts
     * @param usedHeapBytes bytes of the heap in use, garbage included
     */
    record MemoryUse(
            long pageCacheBytesBefore,
            long pageCacheBytes,
            long processBytes,
            long cachedRows,
            long ssdRows,
            long heapBytes,
            long usedHeapBytes) {
        static final MemoryUse NONE = new MemoryUse(0, 0, 0, 0, 0, 0, 0);
    }

    /**
     * The use of the processors.
     *
     * @param nodeCores number of cores kept busy by the node
     * @param machine busy fraction of all cores
     * @param loadAverage load average of the machine at the end
     */
    record CpuUse(double nodeCores, double machine, double loadAverage) {}

    /** Returns the result of a failed slot. */
    static SlotResult failed(Slot slot, String why) {
        return new SlotResult(
                slot,
                why,
                0,
                0,
                0,
                Latency.NONE,
                Latency.NONE,
                Hits.NONE,
                DiskUse.NONE,
                MemoryUse.NONE,
                new CpuUse(0, 0, 0),
                List.of());
    }

    /**
     * Returns the approximate fraction of the time of all reads spent on reads that miss the row cache. Assumes that a
     * hit takes as long as the median read.
     */
    double missTimeShare() {
        return 1 - hits.total() * reads.p50Micros() / meanReadMicros();
    }

    double machineCpu() {
        return cpu.machine();
    }

    double meanReadMicros() {
        return reads.meanMicros();
    }

    @JsonIgnore
    boolean isGood() {
        return failure == null;
    }
}
