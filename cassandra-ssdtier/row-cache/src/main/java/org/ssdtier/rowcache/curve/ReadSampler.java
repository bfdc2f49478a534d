package org.ssdtier.rowcache.curve;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A sampler of reads and changes by the hashes of their keys, and the miniatures that it feeds.
 *
 * <p>A caller first calls {@link #isSampled}, which is one comparison, and most often does nothing else. A sampled
 * event is put into a bounded queue without a lock or allocation; {@link #work} takes it from there, periodically and on
 * another thread. If the queue is full a read is dropped and counted; a change makes room first, on its own thread, for
 * otherwise the miniatures would keep what the cache has dropped, and a flush brings many changes at once. Thread-safe.
 *
 * <p>There are two sets of miniatures: one of the cached tables, and one, with sizes of the SSD only, of these and the
 * tables that are not cached, as long as there are any that are read.
 */
public final class ReadSampler {
    /** The number that tables without one of their own share. */
    public static final int OTHERS = Miniatures.OTHERS;

    /** The largest rate of a sample. */
    public static final double MAX_RATE = 0.5;

    private static final double[] FACTORS = {0.5, 1, 2, 4, 8};
    private static final int CACHED_KEYS = 6 << 10;
    private static final int CANDIDATE_KEYS = 4 << 10;
    private static final int QUEUED = 1 << 10;
    /** The attempts of a change to make room; another thread may be about to write the pair at the head of the queue. */
    private static final int ATTEMPTS = 16;

    /** The most tables that are not cached; the other numbers are left for cached ones. */
    private static final int MAX_CANDIDATES = Miniatures.MAX_TABLES / 2;

    /** A smaller change of a tier's size leaves the estimate as it is. */
    private static final double NEW_SIZE = 0.05;

    private static final int KIND_BITS = 3;
    private static final int TABLE_BITS = 6;
    private static final int BYTES_SHIFT = KIND_BITS + TABLE_BITS;
    private static final int HIT = 1;
    private static final int MISS = 2;
    private static final int PUBLISH = 3;
    private static final int PUBLISH_EMPTY = 4;
    private static final int UNCACHED = 5;
    private static final int REFRESH = 6;
    private static final int DROP = 7;

    private final SampleQueue queue = new SampleQueue(QUEUED);
    private final AtomicReferenceArray<@Nullable SampledTable> tables =
            new AtomicReferenceArray<>(Miniatures.MAX_TABLES);
    private final LongSupplier nanoClock;
    private final RowCosts costs;
    private final Miniatures cached;
    private final Miniatures candidates;
    /** The lock of the numbers: read and flush threads wait for it only, not for the processing of events. */
    private final Object numbers = new Object();

    private @Nullable TierSizes sizes;
    private volatile boolean isOn = true;
    private volatile boolean hasCandidates;
    private volatile long threshold;

    /**
     * Creates a sampler.
     *
     * @param maxRate the largest fraction of all keys in the sample, 0 to 0.5; 0 switches the sampler off
     * @param policy the policies of the SSD tier
     * @param costs the room that a row takes
     * @param nanoClock monotonic clock, in nanoseconds
     */
    public ReadSampler(double maxRate, TierPolicy policy, RowCosts costs, LongSupplier nanoClock) {
        assert maxRate >= 0 && maxRate <= MAX_RATE : "rate=" + maxRate;
        this.costs = costs;
        this.nanoClock = nanoClock;
        this.cached = new Miniatures(CACHED_KEYS, maxRate, FACTORS, FACTORS, policy);
        this.candidates = new Miniatures(CANDIDATE_KEYS, maxRate, new double[] {1}, FACTORS, policy);
        this.threshold = cached.threshold();
    }

    /** Returns whether events of keys with this hash are sampled. */
    public boolean isSampled(long hash) {
        return hash < threshold;
    }

    /**
     * Adds a table.
     *
     * @param id id of the table
     * @param isCached whether its rows are cached
     * @param reads supplier of the number of all its reads
     * @return the number of the table in events; several tables share one if there are too many
     */
    public int add(UUID id, boolean isCached, LongSupplier reads) {
        synchronized (numbers) {
            int free = OTHERS;
            int uncached = 0;
            for (int table = OTHERS - 1; table >= 0; table--) {
                SampledTable present = tables.get(table);
                if (present == null) {
                    free = table;
                } else if (present.isCached() == isCached && present.id().equals(id)) {
                    return table;
                } else if (!present.isCached()) {
                    uncached++;
                }
            }
            if (free == OTHERS || (!isCached && uncached >= MAX_CANDIDATES)) {
                return OTHERS;
            }
            tables.set(free, new SampledTable(id, isCached, reads, nanoClock.getAsLong()));
            if (!isCached) {
                hasCandidates = true;
            }
            return free;
        }
    }

    /** Removes a table that was dropped. */
    public void remove(UUID id) {
        removeIf(table -> table.id().equals(id));
    }

    /** Removes a table from those that are not cached, because it was dropped or is cached now. */
    public void removeUncached(UUID id) {
        removeIf(table -> !table.isCached() && table.id().equals(id));
    }

    private synchronized void removeIf(Predicate<SampledTable> condition) {
        queue.drain(this::process); // what was recorded so far belongs to the table
        for (int table = 0; table < OTHERS; table++) {
            SampledTable present = tables.get(table);
            if (present != null && condition.test(present)) {
                cached.forgetTable(table);
                candidates.forgetTable(table);
                tables.set(table, null); // last: from now on the number may be another table's
            }
        }
    }

    /** Returns whether reads are sampled. */
    public boolean isOn() {
        return isOn && cached.maxRate() > 0;
    }

    /** Switches the sampling on or off. The miniatures are emptied, for they miss the changes meanwhile. */
    public synchronized void switchOn(boolean on) {
        if (on != isOn) {
            isOn = on;
            purgedAll();
            forgetReads();
            work();
        }
    }

    /** Records a read that the cache answered; {@code bytes} is the length of key and image. */
    public void hit(long hash, int table, int bytes) {
        offer(hash, HIT, table, bytes);
    }

    /** Records a read that the cache did not answer. If the row is cacheable, {@link #published} follows. */
    public void missed(long hash, int table) {
        offer(hash, MISS, table, 0);
    }

    /** Records that a row was put into the cache; {@code isEmpty} tells that there is nothing of it on disk. */
    public void published(long hash, int table, int bytes, boolean isEmpty) {
        offer(hash, isEmpty ? PUBLISH_EMPTY : PUBLISH, table, bytes);
    }

    /**
     * Records a read of a table that is not cached; {@code bytes} is the estimated length of key and image, 0 if they
     * are too large for the cache.
     */
    public void readUncached(long hash, int table, int bytes) {
        offer(hash, UNCACHED, table, bytes);
    }

    /** Records that a row has changed on disk and its images were merged with the change. */
    public void refreshed(long hash, int table) {
        change(hash, REFRESH, table);
    }

    /** Records that a row was dropped from the cache. */
    public void dropped(long hash, int table) {
        change(hash, DROP, table);
    }

    /** Records that all rows of a table were dropped. */
    public void purged(int table) {
        SampledTable present = tables.get(table);
        if (present != null) {
            present.purge();
        }
    }

    /** Records that all rows of all tables were dropped. */
    public void purgedAll() {
        for (int table = 0; table < OTHERS; table++) {
            purged(table);
        }
    }

    /** Processes all events in the queue; to be called several times a second. */
    public synchronized void work() {
        long nowNanos = nanoClock.getAsLong();
        for (int table = 0; table < OTHERS; table++) {
            SampledTable present = tables.get(table);
            if (present != null) {
                count(present, table, nowNanos);
            }
        }
        queue.drain(this::process);
        cached.widenIfSparse();
        candidates.widenIfSparse();
        long wanted = Math.max(cached.threshold(), hasCandidates ? candidates.threshold() : Long.MIN_VALUE);
        threshold = isOn ? wanted : Long.MIN_VALUE;
    }

    /** Sets the sizes of the tiers today; the miniatures are multiples of them. After a change the estimate begins again. */
    public synchronized void resize(TierSizes today) {
        if (sizes != null
                && (differ(sizes.memoryBytes(), today.memoryBytes()) || differ(sizes.ssdBytes(), today.ssdBytes()))) {
            forgetReads();
        }
        sizes = today;
        cached.resize(today);
        candidates.resize(today);
    }

    /** Forgets the counts of all reads, but not what is in the miniatures: the estimate begins again. */
    public synchronized void forgetReads() {
        cached.forgetReads();
        candidates.forgetReads();
    }

    /** Returns the estimate of the reads processed so far. */
    public synchronized Curve curve() {
        Tally total = cached.total();
        double correction = cached.correction(total);
        List<CandidateCurve> ofCandidates = new ArrayList<>();
        double readsPerSecond = 0;
        for (int table = 0; table < OTHERS; table++) {
            SampledTable present = tables.get(table);
            if (present != null && present.isCached()) {
                readsPerSecond += present.readsPerSecond();
            } else if (present != null) {
                Tally tally = candidates.tally(table);
                ofCandidates.add(new CandidateCurve(
                        present.id(), present.readsPerSecond(), (long) tally.reads(), candidates.ssdPoints(tally, 0)));
            }
        }
        return new Curve(
                cached.ssdPoints(total, correction),
                cached.memoryPoints(total, correction),
                List.copyOf(ofCandidates),
                readsPerSecond,
                cached.rate(),
                (long) total.reads(),
                queue.dropped());
    }

    private static boolean differ(long before, long after) {
        return Math.abs(after - before) > NEW_SIZE * before;
    }

    private void offer(long hash, int kind, int table, int bytes) {
        queue.offer(hash, event(kind, table, bytes));
    }

    private void change(long hash, int kind, int table) {
        long event = event(kind, table, 0);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (queue.tryOffer(hash, event)) {
                return;
            }
            synchronized (this) {
                queue.drain(this::process);
            }
        }
        queue.offer(hash, event);
    }

    private static long event(int kind, int table, int bytes) {
        assert table >= 0 && table <= OTHERS && bytes >= 0 : "table=" + table + " bytes=" + bytes;
        return ((long) bytes << BYTES_SHIFT) | ((long) table << KIND_BITS) | kind;
    }

    private void count(SampledTable present, int table, long nowNanos) {
        long all = present.countReads(nowNanos);
        long reads = isOn ? all : 0;
        if (present.isCached()) {
            cached.expect(table, reads);
        }
        if (hasCandidates) {
            candidates.expect(table, reads);
        }
        if (present.takePurged()) {
            cached.purge(table);
            candidates.purge(table);
        }
    }

    private void process(long hash, long event) {
        int kind = (int) event & ((1 << KIND_BITS) - 1);
        int table = (int) (event >>> KIND_BITS) & ((1 << TABLE_BITS) - 1);
        int bytes = (int) (event >>> BYTES_SHIFT);
        if (table != OTHERS && tables.get(table) == null) {
            return; // a read that was under way when its table was dropped
        }
        if (kind != UNCACHED) {
            process(cached, hash, kind, table, bytes);
        }
        if (hasCandidates) {
            process(candidates, hash, kind, table, bytes);
        }
    }

    private void process(Miniatures miniatures, long hash, int kind, int table, int bytes) {
        switch (kind) {
            case HIT, UNCACHED -> {
                if (bytes == 0) {
                    miniatures.read(hash, table, false);
                    return;
                }
                miniatures.setBytes(hash, table, costs.memoryBytes(bytes), costs.ssdBytes(bytes));
                miniatures.read(hash, table, true);
            }
            case MISS -> miniatures.read(hash, table, false);
            case PUBLISH -> {
                miniatures.setBytes(hash, table, costs.memoryBytes(bytes), costs.ssdBytes(bytes));
                miniatures.put(hash, table);
            }
            case PUBLISH_EMPTY -> {
                miniatures.setBytes(hash, table, costs.memoryBytes(bytes), 0);
                miniatures.put(hash, table);
            }
            case REFRESH -> miniatures.refresh(hash, table);
            default -> miniatures.drop(hash, table);
        }
    }
}
