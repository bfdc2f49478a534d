package org.ssdtier.benchmarks.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.stale.ProbeTable;
import org.ssdtier.benchmarks.stale.SingleRowStore;
import org.ssdtier.ycsb.run.RunClock;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.Disturbance.Effect;
import org.ssdtier.ycsb.stale.StalenessChecker;
import org.ssdtier.ycsb.stale.StalenessOptions;
import org.ssdtier.ycsb.stale.StalenessReport;
import org.ssdtier.ycsb.stale.StoreException;

/** A load of clients that read, write and flush one table of one node, under the staleness checker. */
final class FaultLoad implements AutoCloseable {
    private static final String TABLE = "rows";
    private static final int READERS = 8;
    private static final int CONTENT_BYTES = 1_000;
    private static final Duration WRITE_PACE = Duration.ofMillis(10);
    private static final Duration FLUSH_PERIOD = Duration.ofSeconds(1);

    private final ReadTimes times = new ReadTimes();
    private final AtomicLong longestFlushNanos = new AtomicLong();
    private final AtomicLong flushBeginNanos = new AtomicLong();
    private final ScheduledReads store;
    private final NodeVerbs verbs;
    private final StalenessChecker checker;

    private FaultLoad(ScratchNode node, FaultsOptions options) throws StoreException, InterruptedException {
        this.verbs = new NodeVerbs(node.jmx(), ProbeTable.KEYSPACE);
        this.store = new ScheduledReads(
                new SingleRowStore(node.session(), TABLE, 1, CONTENT_BYTES),
                times,
                Duration.ofSeconds(READERS).toNanos() / options.readsPerSecond(),
                RunClock.SYSTEM);
        this.checker = StalenessChecker.start(
                new StalenessOptions(
                        options.keys(), 1, READERS, List.of(WRITE_PACE, WRITE_PACE), 20, 0, options.seed()),
                store,
                List.of(new Disturbance("flush", FLUSH_PERIOD, this::flush, Effect.NONE)));
    }

    /** Creates the table, writes every row once, and starts the load. The caller closes the result. */
    static FaultLoad start(ScratchNode node, FaultsOptions options) throws StoreException, InterruptedException {
        node.createKeyspace(ProbeTable.KEYSPACE);
        return new FaultLoad(node, options);
    }

    /** Begins a phase and returns its start time in nanoseconds. */
    long begin(Phase phase) {
        long now = System.nanoTime();
        times.begin(phase, now);
        return now;
    }

    /** Resets the longest flush. A flush in progress is still counted. */
    void resetFlushes() {
        longestFlushNanos.set(0);
    }

    /** Returns the duration of the longest flush, including one in progress. */
    double longestFlushSeconds() {
        long begin = flushBeginNanos.get();
        long underWay = begin == 0 ? 0 : System.nanoTime() - begin;
        return Math.max(underWay, longestFlushNanos.get()) / 1e9;
    }

    ReadTimes times() {
        return times;
    }

    /** Returns the report of the staleness checker so far. */
    StalenessReport report() {
        return checker.report();
    }

    /** Stops the load; every row is read once more after the writers have stopped. */
    @Override
    public void close() throws InterruptedException {
        store.endSchedule();
        checker.close();
    }

    private void flush() throws IOException {
        long begin = System.nanoTime();
        flushBeginNanos.set(begin);
        try {
            verbs.flush(TABLE);
        } finally {
            flushBeginNanos.set(0);
            longestFlushNanos.accumulateAndGet(System.nanoTime() - begin, Math::max);
        }
    }

    /** Returns the phases that are measured. */
    static List<Phase> measuredPhases() {
        List<Phase> phases = new ArrayList<>(List.of(Phase.values()));
        phases.remove(Phase.WARM_UP);
        return phases;
    }
}
