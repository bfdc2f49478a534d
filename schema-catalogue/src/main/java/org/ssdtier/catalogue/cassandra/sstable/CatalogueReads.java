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
 * The reads of definitions from the node's catalogue on behalf of rows that are read. Each waits for the device up to a bound.
 * After a failed read, also one for which there is no memory outside the heap or no thread, the device is not read for a {@link
 * ReadPause}. Nor is it after two slow ones, one after the other, except by a caller that has nowhere else to ask: a query may
 * need a hundred definitions one after the other, and would wait for each. A caller that gets no definition reads it from {@code
 * Schemas.db}.
 */
public final class CatalogueReads {
    /** The longest time that a read waits for the device. */
    public static final long TIMEOUT_NANOS = 200_000_000L;

    private static final Logger logger = LoggerFactory.getLogger(CatalogueReads.class);
    /** A slow read takes longer than this: a {@code Schemas.db} on a slow disk would have answered sooner. */
    static final long SLOW_NANOS = 50_000_000L;

    /** Longest time for which {@link #await} tries: two of the longest pauses. */
    private static final long PATIENCE_NANOS = 2 * ReadPause.LONGEST_NANOS;

    private static final long RETRY_MILLIS = 250;

    /** The instance of this process. */
    public static final CatalogueReads NODE = new CatalogueReads(CurrentCatalogue::get, NanoClock.SYSTEM);

    private final Supplier<@Nullable SchemaCatalogue> catalogue;
    private final LongSupplier nanoClock;
    private final LongAdder reads = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder slow = new LongAdder();
    private final ReadPause afterFailure = new ReadPause();
    private final ReadPause afterSlow = new ReadPause();
    /** True if the last read was slow; {@code slowEnd} is when the first of these reads ended. */
    private volatile boolean wasSlow;

    private volatile long slowEnd;

    CatalogueReads(Supplier<@Nullable SchemaCatalogue> catalogue, LongSupplier nanoClock) {
        this.catalogue = catalogue;
        this.nanoClock = nanoClock;
    }

    /**
     * Returns the definition of an ID; null if the catalogue is another one, lacks it, does not answer or is in a
     * pause, after a failure or a slow answer.
     */
    @Nullable
    SchemaDefinition resolve(long instanceId, int id) {
        SchemaCatalogue asked = catalogue.get();
        if (asked == null || asked.instanceId() != instanceId || isPaused() || afterSlow.isOn(nanoClock.getAsLong())) {
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
        return afterFailure.isOn(nanoClock.getAsLong());
    }

    /** Reads a definition; a failure begins a pause, unless the device has answered, and so does a slow answer. */
    private @Nullable SchemaDefinition read(SchemaCatalogue asked, int id) throws IOException {
        long begin = nanoClock.getAsLong();
        try {
            reads.increment();
            SchemaDefinition found = asked.resolve(id);
            answered(begin);
            return found;
        } catch (FormatException.Corrupt damaged) {
            failures.increment();
            answered(begin);
            throw damaged;
        } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError e) {
            failures.increment();
            afterFailure.extend(begin, nanoClock.getAsLong());
            throw e;
        }
    }

    private void answered(long begin) {
        afterFailure.end();
        long now = nanoClock.getAsLong();
        if (now - begin <= SLOW_NANOS) {
            wasSlow = false;
            afterSlow.end();
            return;
        }
        slow.increment();
        if (wasSlow && begin - slowEnd >= 0) {
            afterSlow.extend(begin, now);
        } else if (!wasSlow) { // perhaps the process stood still, as for a collection of garbage
            slowEnd = now;
            wasSlow = true;
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

    /** Returns the number of those reads that were answered after more than 50 ms. */
    public long slow() {
        return slow.sum();
    }
}
