package org.ssdtier.rowcache;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * The counters of the whole cache, that is, of all tiers together. The caller of the cache counts what only it can
 * judge: whether an image answered its query, and whether its bytes could be decoded. Thread-safe.
 */
public final class CacheCounters {
    private static final long WARNING_PERIOD_NANOS = 10_000_000_000L;

    private final RateLimitedWarning warning;
    private final RateLimitedWarning undecodable;
    private final CurveSamples samples;
    private final LongAdder[] hits = {new LongAdder(), new LongAdder(), new LongAdder()};
    final LongAdder misses = new LongAdder();
    final LongAdder publishes = new LongAdder();
    final LongAdder publishesRefused = new LongAdder();
    final LongAdder emptyPublishes = new LongAdder();
    final LongAdder emptyDeferred = new LongAdder();
    final LongAdder refreshes = new LongAdder();
    final LongAdder refreshDrops = new LongAdder();
    final LongAdder drops = new LongAdder();
    final LongAdder purges = new LongAdder();
    final LongAdder schemaImages = new LongAdder();
    final LongAdder schemaSavedBytes = new LongAdder();
    final LongAdder schemaUnresolved = new LongAdder();
    final LongAdder errors = new LongAdder();

    /**
     * Creates counters that are all zero.
     *
     * @param logger logger of the warnings
     * @param nanoClock clock that limits their rate, in nanoseconds
     * @param samples receives every event that is counted by key
     */
    CacheCounters(Logger logger, LongSupplier nanoClock, CurveSamples samples) {
        this.samples = samples;
        this.warning = new RateLimitedWarning(logger, nanoClock, WARNING_PERIOD_NANOS);
        this.undecodable = new RateLimitedWarning(logger, nanoClock, WARNING_PERIOD_NANOS);
    }

    /** Returns the samples of reads and changes, for the curve of hit ratios by size. */
    public CurveSamples samples() {
        return samples;
    }

    /** Counts a look-up that was answered from an image of this tier, which has {@code imageBytes} bytes. */
    public void hit(RowKey key, Tier tier, int imageBytes) {
        hits(tier).increment();
        key.table.countHit(tier);
        samples.hit(key, imageBytes);
    }

    /** Counts a look-up that no image answered. */
    public void miss(RowKey key) {
        misses.increment();
        key.table.countMiss();
        samples.missed(key);
    }

    /** Counts an image that was found but may not stay, because most of its rows have expired or were deleted. */
    public void outdated(RowKey key) {
        samples.dropped(key);
    }

    /** Counts the outcome of the publishing of an image. */
    void published(RowKey key, int imageBytes, boolean isEmpty, boolean isPublished) {
        (isPublished ? publishes : publishesRefused).increment();
        if (isPublished) {
            samples.published(key, imageBytes, isEmpty);
        }
    }

    /** Counts the outcome of a refresh. */
    void refreshed(RowKey key, RefreshResult result) {
        switch (result) {
            case ABSENT -> {}
            case DROPPED -> refreshDrops.increment();
            default -> refreshes.increment();
        }
        samples.refreshed(key);
    }

    /** Counts the drop of a key. */
    void dropped(RowKey key) {
        drops.increment();
        samples.dropped(key);
    }

    /** Counts the purge of a table. */
    void purged(CachedTable table) {
        purges.increment();
        samples.purged(table);
    }

    /** Counts the purge of all tables. */
    void cleared() {
        purges.increment();
        samples.cleared();
    }

    /**
     * Counts an image made with schema IDs, and the bytes that they save.
     *
     * @param bytes bytes saved; 0 for an image without schema IDs, which is not counted
     */
    public void savedBytes(int bytes) {
        if (bytes > 0) {
            schemaImages.increment();
            schemaSavedBytes.add(bytes);
        }
    }

    /** Counts an image that could not be decoded, and logs a warning at most every ten seconds. The caller drops it. */
    public void undecodable(Object table, Throwable cause) {
        errors.increment();
        undecodable.say("Row cache: cached rows of " + table
                + " cannot be decoded and are dropped; counted as errors, the last: " + cause);
    }

    /** Counts an image that was found but whose schema IDs cannot be resolved. The caller drops it. */
    public void unresolved() {
        schemaUnresolved.increment();
    }

    /** Counts an exception that was turned into a miss, and logs a warning at most every ten seconds. */
    void failed(String verb, Throwable cause) {
        errors.increment();
        warning.say(verb, cause);
    }

    CacheStats.Lookups lookups() {
        return new CacheStats.Lookups(
                hits(Tier.MEMORY).sum(),
                hits(Tier.PENDING).sum(),
                hits(Tier.SSD).sum(),
                misses.sum());
    }

    CacheStats.Publishing publishing() {
        return new CacheStats.Publishing(
                publishes.sum(), publishesRefused.sum(), emptyPublishes.sum(), emptyDeferred.sum());
    }

    CacheStats.Changes changes() {
        return new CacheStats.Changes(refreshes.sum(), refreshDrops.sum(), drops.sum(), purges.sum());
    }

    CacheStats.Schemas schemas() {
        return new CacheStats.Schemas(schemaImages.sum(), schemaSavedBytes.sum(), schemaUnresolved.sum());
    }

    private LongAdder hits(Tier tier) {
        return hits[tier.index];
    }
}
