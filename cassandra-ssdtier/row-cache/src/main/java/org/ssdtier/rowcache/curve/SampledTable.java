package org.ssdtier.rowcache.curve;

import java.util.UUID;
import java.util.function.LongSupplier;

/** A table whose reads are sampled: the number of all its reads, and how many there are a second. */
final class SampledTable {
    /** The time over which the reads per second are averaged. */
    private static final double AVERAGED_NANOS = 60e9;

    private static final double NANOS_PER_SECOND = 1e9;

    private final UUID id;
    private final boolean isCached;
    private final LongSupplier reads;
    private long countedReads;
    private long countedAtNanos;
    private double readsPerSecond;
    private double weight;
    private volatile boolean isPurged;

    /** Creates a table whose reads count from now. */
    SampledTable(UUID id, boolean isCached, LongSupplier reads, long nowNanos) {
        this.id = id;
        this.isCached = isCached;
        this.reads = reads;
        this.countedReads = reads.getAsLong();
        this.countedAtNanos = nowNanos;
    }

    UUID id() {
        return id;
    }

    boolean isCached() {
        return isCached;
    }

    double readsPerSecond() {
        return weight == 0 ? 0 : readsPerSecond / weight;
    }

    /** Returns the number of reads since the last call. */
    long countReads(long nowNanos) {
        long now = reads.getAsLong();
        long count = Math.max(0, now - countedReads);
        long nanos = nowNanos - countedAtNanos;
        if (nanos > 0) {
            double kept = Math.exp(-nanos / AVERAGED_NANOS);
            readsPerSecond = readsPerSecond * kept + (1 - kept) * (count * NANOS_PER_SECOND / nanos);
            weight = weight * kept + (1 - kept);
            countedAtNanos = nowNanos;
            countedReads = now;
            return count;
        }
        return 0;
    }

    /** Declares all rows of the table dropped. */
    void purge() {
        isPurged = true;
    }

    /** Returns whether the rows were declared dropped since the last call. */
    boolean takePurged() {
        boolean wasPurged = isPurged;
        if (wasPurged) {
            isPurged = false;
        }
        return wasPurged;
    }
}
