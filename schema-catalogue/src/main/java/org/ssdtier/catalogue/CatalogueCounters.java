package org.ssdtier.catalogue;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a catalogue. Thread-safe. */
final class CatalogueCounters {
    final LongAdder definitionReads = new LongAdder();
    final LongAdder interned = new LongAdder();
    final LongAdder found = new LongAdder();
    final LongAdder syncs = new LongAdder();
    final LongAdder syncFailures = new LongAdder();
    final LongAdder syncNanos = new LongAdder();
    final LongAccumulator longestSyncNanos = new LongAccumulator(Math::max, 0);
    final LongAdder adopted = new LongAdder();
    final LongAdder rounds = new LongAdder();
    final LongAdder roundsGivenUp = new LongAdder();
    final LongAdder reclaimed = new LongAdder();
    final LongAdder checkpoints = new LongAdder();
    private final Map<Refusal, LongAdder> refused = new EnumMap<>(Refusal.class);

    CatalogueCounters() {
        for (Refusal reason : Refusal.values()) {
            refused.put(reason, new LongAdder());
        }
    }

    void refuse(Refusal reason) {
        LongAdder counter = refused.get(reason);
        assert counter != null;
        counter.increment();
    }

    Map<Refusal, Long> refused() {
        Map<Refusal, Long> counts = new EnumMap<>(Refusal.class);
        refused.forEach((reason, counter) -> counts.put(reason, counter.sum()));
        return counts;
    }

    void synced(long nanos, boolean ok) {
        (ok ? syncs : syncFailures).increment();
        syncNanos.add(nanos);
        longestSyncNanos.accumulate(nanos);
    }
}
