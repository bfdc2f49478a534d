package org.ssdtier.rowcache;

import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.rowcache.curve.Curve;
import org.ssdtier.rowcache.curve.ReadSampler;
import org.ssdtier.rowcache.curve.RowCosts;
import org.ssdtier.rowcache.curve.TierPolicy;
import org.ssdtier.rowcache.curve.TierSizes;
import org.ssdtier.rowcache.index.IndexMemory;
import org.ssdtier.segmentlog.format.FooterDescriptor;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/**
 * The samples of the cache's reads and changes, for a curve of hit ratios by size. Thread-safe.
 *
 * <p>The methods that record an event cost one comparison if the key is not in the sample, and no key is if the sampler
 * is off.
 */
public final class CurveSamples {
    /** The segments that hold no rows on average: the three that reclaim keeps free, and half of the active one. */
    private static final double EMPTY_SEGMENTS = 3.5;

    private static final int GHOSTS_PER_WORD = 6;
    private static final long SIZES_NANOS = 10_000_000_000L;

    private final ReadSampler sampler;
    private final LongSupplier nanoClock;
    private final @Nullable SsdOptions ssd;
    private boolean hasSizes;
    private long sizesAtNanos;

    CurveSamples(TieredCacheOptions options) {
        this.nanoClock = options.nanoClock();
        this.ssd = options.ssd();
        this.sampler = new ReadSampler(options.sampleRate(), policy(ssd), costs(options), nanoClock);
    }

    /** Returns the sampler, for reads of tables that are not cached. */
    public ReadSampler sampler() {
        return sampler;
    }

    /**
     * Processes the events recorded since the last call; to be called several times a second, by one thread.
     *
     * @param stats supplier of the cache's statistics, for the sizes of the tiers; called every ten seconds
     */
    public synchronized void work(Supplier<CacheStats> stats) {
        long nowNanos = nanoClock.getAsLong();
        if (!hasSizes || nowNanos - sizesAtNanos >= SIZES_NANOS) {
            sampler.resize(sizes(stats.get()));
            hasSizes = true;
            sizesAtNanos = nowNanos;
        }
        sampler.work();
    }

    /** Returns the estimate of the hit ratios at other sizes. */
    public Curve curve() {
        return sampler.curve();
    }

    void hit(RowKey key, int imageBytes) {
        if (sampler.isSampled(key.hash)) {
            sampler.hit(key.hash, numberOf(key.table), key.key().length + imageBytes);
        }
    }

    void missed(RowKey key) {
        if (sampler.isSampled(key.hash)) {
            sampler.missed(key.hash, numberOf(key.table));
        }
    }

    void published(RowKey key, int imageBytes, boolean isEmpty) {
        if (sampler.isSampled(key.hash)) {
            sampler.published(key.hash, numberOf(key.table), key.key().length + imageBytes, isEmpty);
        }
    }

    void refreshed(RowKey key) {
        if (sampler.isSampled(key.hash)) {
            sampler.refreshed(key.hash, numberOf(key.table));
        }
    }

    void dropped(RowKey key) {
        if (sampler.isSampled(key.hash)) {
            sampler.dropped(key.hash, numberOf(key.table));
        }
    }

    void purged(CachedTable table) {
        if (table.sampleNumber() >= 0) {
            sampler.purged(table.sampleNumber());
        }
    }

    void cleared() {
        sampler.purgedAll();
    }

    void forget(UUID table) {
        sampler.remove(table);
    }

    private int numberOf(CachedTable table) {
        int number = table.sampleNumber();
        return number >= 0 ? number : table.takeSampleNumber(() -> sampler.add(table.id(), true, table::lookups));
    }

    private TierSizes sizes(CacheStats stats) {
        SsdStats found = stats.ssd();
        long memoryBytes = stats.memory().memoryCapacityBytes();
        if (ssd == null || found == null) {
            return new TierSizes(memoryBytes, 0, 0);
        }
        long segmentBytes = ssd.geometry().segmentBytes();
        long segments = found.content().segments();
        segments = segments == 0 ? ssd.geometry().capacityBytes() / segmentBytes : segments;
        double recordBytes = Math.max(0, segments - EMPTY_SEGMENTS) * (segmentBytes - 2L * RecordDescriptor.PAGE_BYTES);
        long ghosts = (long) IndexMemory.of(ssd.geometry().indexBytes()).ghostWords() * GHOSTS_PER_WORD;
        return new TierSizes(memoryBytes, (long) recordBytes, ghosts);
    }

    private static TierPolicy policy(@Nullable SsdOptions ssd) {
        return ssd == null
                ? new TierPolicy(true, 0)
                : new TierPolicy(
                        ssd.writes().admission() == Admission.ALL, ssd.writes().reinsertedShare());
    }

    /** Returns the room that a row takes, as the tiers count it. */
    static RowCosts costs(TieredCacheOptions options) {
        double heapWeight = (double) options.memoryCapacityBytes() / options.memoryHeapBytes();
        return new RowCosts() {
            @Override
            public int memoryBytes(int bytes) {
                return MemoryImage.weightBytes(bytes, heapWeight);
            }

            @Override
            public int ssdBytes(int bytes) {
                return recordBytes(bytes);
            }
        };
    }

    /** Returns the bytes of the log that a record takes, with its entry in the footer. */
    private static int recordBytes(int bytes) {
        int record = RecordDescriptor.HEADER_BYTES + RecordKey.TABLE_BYTES + bytes;
        return RecordDescriptor.paddedBytes(record) + FooterDescriptor.entryBytes(0, record);
    }
}
