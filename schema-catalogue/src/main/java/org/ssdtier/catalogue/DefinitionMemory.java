package org.ssdtier.catalogue;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * Definitions outside the heap, by a number that the caller chooses, up to a bound. A new one takes the place of the oldest that
 * nobody has asked for since it was last looked at (CLOCK, Corbató 1968, over the order of arrival).
 *
 * <p>Any number of threads: each number belongs to one of {@value #SHARDS} parts that have a lock each, held while a definition
 * is copied. Decoding is outside the lock.
 */
public final class DefinitionMemory {
    /** Parts with a lock and a share of the bound each. */
    static final int SHARDS = 16;

    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private static final Logger logger = LoggerFactory.getLogger(DefinitionMemory.class);

    private final DefinitionRing[] shards = new DefinitionRing[SHARDS];

    /**
     * Begins with none. Memory is taken as definitions come.
     *
     * @param maxBytes bound of the memory, at least {@value #SHARDS} times {@link DefinitionRing#FIRST_BYTES}
     */
    public DefinitionMemory(long maxBytes) {
        for (int i = 0; i < SHARDS; i++) {
            shards[i] = new DefinitionRing((int) Math.min(DefinitionRing.MOST_BYTES, maxBytes / SHARDS));
        }
    }

    /** Returns the definition of a number; null if it is not here. */
    public @Nullable SchemaDefinition get(long number) {
        DefinitionRing shard = shard(number);
        byte[] found;
        synchronized (shard) {
            found = shard.get(number);
        }
        return found == null ? null : parse(found);
    }

    private static SchemaDefinition parse(byte[] bytes) {
        try {
            return SchemaDefinition.adopt(bytes, "memory", 0);
        } catch (FormatException e) {
            throw new IllegalStateException("these bytes were a definition's", e);
        }
    }

    /** Keeps a definition, unless one of its number is here or it is longer than a share of the bound. */
    public void put(long number, SchemaDefinition definition) {
        DefinitionRing shard = shard(number);
        synchronized (shard) {
            try {
                shard.put(number, definition);
            } catch (OutOfMemoryError e) {
                logger.debug(
                        "No memory outside the heap to keep a definition in",
                        e); // it is read again when it is asked for
            }
        }
    }

    /** Returns how much memory is taken. */
    public long bytes() {
        return sum(DefinitionRing::bytes);
    }

    /** Returns how many definitions are here. */
    public long count() {
        return sum(DefinitionRing::count);
    }

    /** Returns how many definitions have made room for others. */
    public long evicted() {
        return sum(DefinitionRing::evicted);
    }

    private interface Figure {
        long of(DefinitionRing shard);
    }

    private long sum(Figure figure) {
        long sum = 0;
        for (DefinitionRing shard : shards) {
            synchronized (shard) {
                sum += figure.of(shard);
            }
        }
        return sum;
    }

    private DefinitionRing shard(long number) {
        return shards[(int) ((number * GOLDEN) >>> 60)];
    }
}
