package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.index.HashKey;

/**
 * The tables of a cache by their ids, and the stamp with which a new one begins. Thread-safe, except that {@link #open}
 * is called before any other method that creates a table.
 */
final class CachedTables {
    private static final int FIRST_STAMP = 1;

    private final ConcurrentMap<UUID, CachedTable> tables = new ConcurrentHashMap<>();
    private final ImageMemory imageMemory;
    /** The first stamp of a new table, higher than that of every image of a former table with the same id. */
    private final AtomicInteger firstStamp = new AtomicInteger(FIRST_STAMP);
    /** The key of all hashes while the cache is open; set once, before the cache is published. */
    private @Nullable HashKey hashKey;

    /**
     * Creates an empty set of tables.
     *
     * @param imageMemory allocator of the tables' images
     */
    CachedTables(ImageMemory imageMemory) {
        this.imageMemory = imageMemory;
    }

    /**
     * Sets the key of the hashes, and creates the recovered tables.
     *
     * @param key the key of all hashes: the one with which the images on the SSD were hashed, if there are any
     * @param recovered the recovered state; null after a cold start
     * @param journal the journal; null if there is none
     */
    void open(HashKey key, @Nullable Recovered recovered, @Nullable Journal journal) {
        hashKey = key;
        if (recovered == null) {
            return;
        }
        int stamp = recovered.stampBase();
        firstStamp.set(stamp);
        for (TableSnapshot saved : recovered.saved()) {
            tables.put(saved.id(), CachedTable.recovered(imageMemory, saved, stamp, key));
        }
        for (JournalTable journaled : recovered.journaled()) {
            CachedTable table = tables.computeIfAbsent(
                    journaled.id(),
                    id -> recovered.isAfterCrash()
                            ? CachedTable.afterCrash(imageMemory, journaled, stamp, key)
                            : new CachedTable(id, stamp, imageMemory, key));
            table.changes().setRecovered(journaled);
            if (journal != null) {
                journal.resume(table, journaled);
            }
        }
    }

    /** Returns a table; null if it was neither requested nor recovered. */
    @Nullable
    CachedTable get(UUID id) {
        return tables.get(id);
    }

    /** Returns the state of a table; always the same object for an id, until {@link #forget}. */
    CachedTable getOrCreate(UUID id) {
        CachedTable table = tables.get(id);
        return table != null ? table : tables.computeIfAbsent(id, this::create);
    }

    /**
     * Retires and removes a table. A new one with the same id begins with a stamp higher than every stamp of this one.
     *
     * @param removed called with the table when it is retired, before a new one can be created
     */
    void forget(UUID id, Consumer<CachedTable> removed) {
        tables.computeIfPresent(id, (same, table) -> {
            table.retire();
            removed.accept(table);
            firstStamp.accumulateAndGet(table.stamp() + 1, Math::max);
            return null;
        });
    }

    /** Returns a retired table: nothing is found in it, and nothing can be published. */
    CachedTable retired(UUID id) {
        CachedTable table = create(id);
        table.retire();
        return table;
    }

    /** Returns all tables; a live view. */
    Collection<CachedTable> all() {
        return Collections.unmodifiableCollection(tables.values());
    }

    /**
     * Returns what a snapshot saves of the tables.
     *
     * @param identity the identity that the next open must have
     * @param tableDigest returns the digest of everything a table's images depend on; null for a table not to be
     *     recovered
     */
    IndexSnapshot.Owner snapshot(byte[] identity, Function<UUID, byte @Nullable []> tableDigest) {
        List<TableSnapshot> saved = new ArrayList<>();
        int stampBase = firstStamp.get();
        for (CachedTable table : tables.values()) {
            stampBase = Math.max(stampBase, table.stamp());
            byte[] digest = tableDigest.apply(table.id());
            TableSnapshot snapshot = digest == null ? null : table.snapshot(digest);
            if (snapshot != null) {
                saved.add(snapshot);
            }
        }
        return new IndexSnapshot.Owner(ByteBuffer.wrap(key().identify(identity)), stampBase + 1, saved);
    }

    private CachedTable create(UUID id) {
        return new CachedTable(id, firstStamp.get(), imageMemory, key());
    }

    private HashKey key() {
        return Objects.requireNonNull(hashKey, "the tables are not open");
    }
}
