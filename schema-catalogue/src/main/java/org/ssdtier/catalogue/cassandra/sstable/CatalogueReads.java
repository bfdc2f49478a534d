package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The reads of definitions from the node's catalogue on behalf of rows that are read. Each waits for the device up to a
 * bound. After a failed read the device is not read for a pause, which doubles with each failure from 1 to 64 seconds.
 * A caller that gets no definition reads it from {@code Schemas.db}.
 */
public final class CatalogueReads {
    /** The longest time that a read waits for the device. */
    public static final long TIMEOUT_NANOS = 200_000_000L;

    private static final Logger logger = LoggerFactory.getLogger(CatalogueReads.class);
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 64_000_000_000L;

    /** The instance of this process. */
    public static final CatalogueReads NODE = new CatalogueReads(CurrentCatalogue::get, NanoClock.SYSTEM);

    private final Supplier<@Nullable SchemaCatalogue> catalogue;
    private final LongSupplier nanoClock;
    private final LongAdder reads = new LongAdder();
    private final LongAdder failures = new LongAdder();
    /** The length of the pause; 0 if the last read succeeded. */
    private volatile long pauseNanos;

    private volatile long pausedAt;

    CatalogueReads(Supplier<@Nullable SchemaCatalogue> catalogue, LongSupplier nanoClock) {
        this.catalogue = catalogue;
        this.nanoClock = nanoClock;
    }

    /**
     * Returns the definition of an ID; null if the catalogue is another one, lacks it, does not answer or is in a
     * pause.
     */
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
        } catch (IOException | RuntimeException | AssertionError e) {
            failures.increment();
            pausedAt = nanoClock.getAsLong();
            pauseNanos = Math.min(LONGEST_PAUSE_NANOS, Math.max(SHORTEST_PAUSE_NANOS, 2 * pause));
            logger.debug("Schema id={} is read from Schemas.db instead", Integer.toUnsignedString(id), e);
            return null;
        }
    }

    /** Returns the number of reads of the catalogue. */
    public long reads() {
        return reads.sum();
    }

    /** Returns the number of those reads that failed. */
    public long failures() {
        return failures.sum();
    }
}
