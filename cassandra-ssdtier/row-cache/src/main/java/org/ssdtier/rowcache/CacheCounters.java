package org.ssdtier.rowcache;

import java.util.concurrent.atomic.LongAdder;

/** The counters of the whole cache, that is, of all tiers together. Thread-safe. */
final class CacheCounters {
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

    LongAdder hits(Tier tier) {
        return hits[tier.index];
    }
}
