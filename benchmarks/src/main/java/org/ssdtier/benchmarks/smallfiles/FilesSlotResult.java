package org.ssdtier.benchmarks.smallfiles;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.report.CellDirectory;

/**
 * The result of one slot.
 *
 * @param slot the slot
 * @param failure reason of the failure; null if the slot did not fail. All figures are 0 after a failure
 * @param seconds duration of the reads; of a slot without reads, of the traversal
 * @param readsPerSecond reads per second of all clients
 * @param reads latency of the reads
 * @param traversed files that the traversal has read
 * @param diskReads requests that reached the drives of the serving nodes, per read of a client
 * @param hits share of the nodes' reads that the row caches answered
 * @param machineCpu busy fraction of all cores
 * @param loadAverage load average of the machine at the end
 */
record FilesSlotResult(
        FilesSlot slot,
        @Nullable String failure,
        double seconds,
        double readsPerSecond,
        ReadLatency reads,
        Traversed traversed,
        double diskReads,
        double hits,
        double machineCpu,
        double loadAverage)
        implements CellDirectory.Measured {
    /** The busy fraction of the cores above which the CPU rather than the drives is the limit. */
    static final double CPU_LIMITED = 0.85;

    /** Returns the result of a failed slot. */
    static FilesSlotResult failed(FilesSlot slot, String why) {
        return new FilesSlotResult(slot, why, 0, 0, ReadLatency.NONE, Traversed.NONE, 0, 0, 0, 0);
    }

    @Override
    public FilesSlot cell() {
        return slot;
    }

    @JsonIgnore
    @Override
    public boolean isGood() {
        return failure == null;
    }
}
