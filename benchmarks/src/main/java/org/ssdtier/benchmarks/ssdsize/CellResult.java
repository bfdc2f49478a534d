package org.ssdtier.benchmarks.ssdsize;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.BlockUse;
import org.ssdtier.benchmarks.brief.NodeFigures;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.report.CellDirectory;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * The result of one cell.
 *
 * @param cell the cell
 * @param failure reason of the failure, with the last lines of the node's log; null if the cell did not fail
 * @param figures what was measured; its drives of the data are the slow ones, and count what their block cache answered
 * @param blocks use of the block cache
 * @param tier filling of the SSD tier
 * @param warmUpSeconds duration of the restore and the warm-up before
 */
record CellResult(
        Cell cell, @Nullable String failure, NodeFigures figures, BlockUse blocks, TierFill tier, double warmUpSeconds)
        implements CellDirectory.Measured {
    private static final double HIT_PERCENTILE = 99;

    /**
     * The filling of the SSD tier by the restore and the warm-up.
     *
     * @param rows entries of its index at the end of the warm-up, dead ones included; 0 without a tier
     * @param dropped evicted rows that were dropped because too many were waiting for the SSD
     * @param rejected evicted rows that were not worth their place
     */
    record TierFill(long rows, long dropped, long rejected) {
        static final TierFill NONE = new TierFill(0, 0, 0);

        /** Returns the filling between two readings of the counters. */
        static TierFill of(CounterReading before, CounterReading now) {
            CounterReading passed = now.since(before);
            return new TierFill(now.count("entries"), passed.count("droppedPending"), passed.count("rejectedSeenOnce"));
        }
    }

    /** Returns the result of a failed cell. */
    static CellResult failed(Cell cell, String why) {
        return new CellResult(cell, why, NodeFigures.NONE, BlockUse.NONE, TierFill.NONE, 0);
    }

    @JsonIgnore
    @Override
    public boolean isGood() {
        return failure == null;
    }

    double requestsPerSecond() {
        return figures.requestsPerSecond();
    }

    /** Returns the latencies of the reads. */
    Latency reads() {
        return figures.latencies().getOrDefault(OperationType.READ.label(), Latency.NONE);
    }

    /** Returns the hit ratio of the row cache, in memory and on the SSD. */
    double hits() {
        return figures.hits().memory() + figures.hits().ssd();
    }

    /** Returns the requests that reached the slow drives for each request of the clients. */
    double deviceReads() {
        return figures.devices().data().reads() * (1 - blocks.hits());
    }

    /** Returns the requests per second that the drives allow if nothing else is the limit; NaN if they did nothing. */
    double allowedByDrives() {
        double micros = Math.max(figures.devices().busiestMicros(), blocks.busyMicros());
        return micros == 0 ? Double.NaN : 1e6 / micros;
    }

    /**
     * Returns the 99th percentile of the hits in µs, as the clients see them. Misses that the page cache answered are faster
     * than hits on the SSD, and all others slower, so it is that of the fastest reads. How many misses the page cache answered is
     * taken from the disk reads, one for each other miss; a miss that took two makes the figure too small. NaN without a tier.
     */
    double hitP99Micros() {
        Latency reads = reads();
        if (!cell.setup().arm().hasTier() || hits() == 0 || reads.count() == 0) {
            return Double.NaN;
        }
        double diskReads = figures.devices().data().reads() / (cell.mix().readPercent() / 100.0);
        double fromPageCache = Math.max(0, 1 - hits() - diskReads);
        return reads.toHistogram().getValueAtPercentile(Math.min(100, HIT_PERCENTILE * hits() + 100 * fromPageCache));
    }

    /** Returns whether the cores rather than the drives were the limit. */
    @JsonIgnore
    boolean isCpuLimited() {
        return figures.cpu().limits();
    }
}
