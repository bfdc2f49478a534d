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
import org.ssdtier.catalogue.cassandra.row.DefinitionUnavailableException;
import org.ssdtier.segmentlog.device.NanoClock;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The reads of definitions from the node's catalogue on behalf of rows that are read. Each waits for the device up to a
 * bound. After a failed read, also one for which there is no memory outside the heap or no thread, the device is not read for a pause, which doubles with each failure from 1 to 64 seconds.
 * A caller that gets no definition reads it from {@code Schemas.db}.
 */
public final class CatalogueReads {
    /** The longest time that a read waits for the device. */
    public static final long TIMEOUT_NANOS = 200_000_000L;

    private static final Logger logger = LoggerFactory.getLogger(CatalogueReads.class);
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 64_000_000_000L;
    /** Longest time for which {@link #await} tries: two of the longest pauses. */
    private static final long PATIENCE_NANOS = 2 * LONGEST_PAUSE_NANOS;

    private static final long RETRY_MILLIS = 250;

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
        if (asked == null || asked.instanceId() != instanceId || isPaused()) {
            return null;
        }
        try {
            return read(asked, id);
        } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError e) {
            logger.debug("Schema id={} is read from Schemas.db instead", Integer.toUnsignedString(id), e);
            return null;
        }
    }

    /**
     * Returns the definition of an ID, if need be after waiting for the catalogue to be opened or to answer.
     *
     * @param what what needs it, for the message
     * @return null if the catalogue is another one, lacks it, or has it damaged
     * @throws DefinitionUnavailableException if it is not open or does not answer for minutes, or if the thread is interrupted
     */
    @Nullable
    SchemaDefinition await(long instanceId, int id, String what) {
        long begin = nanoClock.getAsLong();
        while (true) {
            String why = "it is in a pause after a failed read";
            SchemaCatalogue asked = catalogue.get();
            if (asked == null) {
                if (!CurrentCatalogue.isExpected()) {
                    return null;
                }
                why = "it is not open";
            } else if (asked.instanceId() != instanceId) {
                return null;
            } else if (!isPaused()) {
                try {
                    return read(asked, id);
                } catch (FormatException.Corrupt damaged) {
                    return null;
                } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError e) {
                    why = e.toString();
                }
            }
            if (nanoClock.getAsLong() - begin > PATIENCE_NANOS || !isPatient()) {
                throw new DefinitionUnavailableException(what
                        + ": rows of this SSTable have definitions that only the node's schema catalogue may have, and "
                        + why
                        + ". This SSTable was not changed. Scrub again when the catalogue is open; sstablescrub, or a node without the"
                        + " catalogue, gives these rows up");
            }
        }
    }

    /** Waits before another attempt. Returns false if the thread was interrupted. */
    private static boolean isPatient() {
        try {
            Thread.sleep(RETRY_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isPaused() {
        long pause = pauseNanos;
        return pause > 0 && nanoClock.getAsLong() - pausedAt < pause;
    }

    /** Reads a definition; a failure begins a pause, unless the device has answered. */
    private @Nullable SchemaDefinition read(SchemaCatalogue asked, int id) throws IOException {
        long pause = pauseNanos;
        long next = Math.min(LONGEST_PAUSE_NANOS, Math.max(SHORTEST_PAUSE_NANOS, 2 * pause));
        try {
            reads.increment();
            SchemaDefinition found = asked.resolve(id);
            next = 0;
            return found;
        } catch (FormatException.Corrupt damaged) {
            next = 0;
            failures.increment();
            throw damaged;
        } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError e) {
            failures.increment();
            throw e;
        } finally {
            if (next > 0 || pause > 0) {
                pausedAt = nanoClock.getAsLong();
                pauseNanos = next;
            }
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
