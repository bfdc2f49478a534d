package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * Reads of definitions from the node's catalogue for rows that are read: each waits for the device within a bound, and after one
 * that failed the device is left alone for a while, twice as long each time. Whoever gets nothing has {@code Schemas.db}.
 */
final class CatalogueReads {
    /** So long a read waits for the device. */
    static final long TIMEOUT_NANOS = 200_000_000L;

    private static final Logger log = LoggerFactory.getLogger(CatalogueReads.class);
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 64_000_000_000L;

    /** Those of this process. */
    static final CatalogueReads NODE = new CatalogueReads(NodeCatalogue::current, System::nanoTime);

    private final Supplier<@Nullable SchemaCatalogue> catalogue;
    private final LongSupplier nanoClock;
    private final LongAdder reads = new LongAdder();
    private final LongAdder failures = new LongAdder();
    /** 0 while the last read went well. */
    private volatile long pauseNanos;

    private volatile long pausedAt;

    CatalogueReads(Supplier<@Nullable SchemaCatalogue> catalogue, LongSupplier nanoClock) {
        this.catalogue = catalogue;
        this.nanoClock = nanoClock;
    }

    /** The definition of an ID; null if the catalogue is another, lacks it or does not answer. */
    @Nullable
    SchemaDefinition resolve(long instanceId, int id) {
        SchemaCatalogue asked = catalogue.get();
        long pause = pauseNanos;
        if (asked == null
                || asked.instanceId() != instanceId
                || (pause > 0 && nanoClock.getAsLong() - pausedAt < pause)) {
            return null;
        }
        try {
            reads.increment();
            SchemaDefinition found = asked.resolve(id);
            if (pause > 0) {
                pauseNanos = 0;
            }
            return found;
        } catch (IOException | RuntimeException e) {
            failures.increment();
            pausedAt = nanoClock.getAsLong();
            pauseNanos = Math.min(LONGEST_PAUSE_NANOS, Math.max(SHORTEST_PAUSE_NANOS, 2 * pause));
            log.debug("Schema id={} is read from Schemas.db", Integer.toUnsignedString(id), e);
            return null;
        }
    }

    /** How often the catalogue was asked. */
    long reads() {
        return reads.sum();
    }

    /** How often it did not answer. */
    long failures() {
        return failures.sum();
    }
}
