package org.ssdtier.catalogue;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A bounded cache of definitions outside the heap, by a number that the caller chooses. A new definition replaces the
 * oldest one that was not requested since it was last examined (CLOCK, Corbató 1968, in order of arrival).
 *
 * <p>Thread-safe: each number belongs to one of {@value #SHARDS} shards. Each shard has a lock, which is held while a
 * definition is copied. Decoding is done outside the lock.
 */
public final class DefinitionMemory {
    /** Number of shards, each with a lock and an equal share of the bound. */
    static final int SHARDS = 16;

    /** The largest bound on the memory. */
    public static final long MAX_BYTES = (long) SHARDS * DefinitionRing.MAX_BYTES;

    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private static final Logger logger = LoggerFactory.getLogger(DefinitionMemory.class);

    private final DefinitionRing[] shards = new DefinitionRing[SHARDS];
    private final long maxBytes;

    /**
     * Creates an empty cache. Memory is allocated as definitions are added.
     *
     * @param maxBytes bound on the memory, at least {@value #SHARDS} times {@link DefinitionRing#FIRST_BYTES}
     */
    public DefinitionMemory(long maxBytes) {
        this.maxBytes = maxBytes;
        for (int i = 0; i < SHARDS; i++) {
            shards[i] = new DefinitionRing((int) Math.min(DefinitionRing.MAX_BYTES, maxBytes / SHARDS));
        }
    }

    /** Returns the definition of a number; null if it is not cached. */
    public @Nullable SchemaDefinition get(long number) {
        DefinitionRing shard = shard(number);
        byte[] found;
        synchronized (shard) {
            try {
                found = shard.get(number);
            } catch (AssertionError e) { // must not fail the calling read, which has other sources
                logger.error("The cache of definitions is not consistent", e);
                found = null;
            }
        }
        return found == null ? null : parse(found);
    }

    private static SchemaDefinition parse(byte[] bytes) {
        try {
            return SchemaDefinition.adopt(bytes, "memory", 0);
        } catch (FormatException e) {
            throw new IllegalStateException("cached bytes are not a definition", e);
        }
    }

    /** Adds a definition, unless its number is cached already or it is longer than an eighth of its shard's bound. */
    public void put(long number, SchemaDefinition definition) {
        DefinitionRing shard = shard(number);
        synchronized (shard) {
            try {
                shard.put(number, definition);
            } catch (AssertionError e) { // must not fail the flush or read that adds it
                logger.error("The cache of definitions is not consistent", e);
            } catch (OutOfMemoryError e) {
                logger.debug(
                        "Out of memory outside the heap: a definition is not cached",
                        e); // it is read again when it is requested
            }
        }
    }

    /** Returns the bytes of memory allocated. */
    public long bytes() {
        return sum(DefinitionRing::bytes);
    }

    /** Returns the bound on the memory, in bytes. */
    public long maxBytes() {
        return maxBytes;
    }

    /** Returns the number of cached definitions. */
    public long count() {
        return sum(DefinitionRing::count);
    }

    /** Returns the number of definitions evicted so far. */
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
