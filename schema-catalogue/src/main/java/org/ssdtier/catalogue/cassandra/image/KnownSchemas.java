package org.ssdtier.catalogue.cassandra.image;

import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.cassandra.row.RowScan;
import org.ssdtier.catalogue.cassandra.row.RowSchema;

/**
 * The schemas that cached images may refer to: those of the node's catalogue that are in memory, by ID and by the shape
 * of their rows.
 *
 * <p>Nothing is read from the device for an image. A schema that is not here gets no ID in images that are written, and
 * an image that refers to it is a miss. When the bound is reached, a new schema replaces one that no image has used
 * since it was last examined (CLOCK, Corbató 1968). At the start the newest schemas are loaded first.
 *
 * <p>An ID is added only once a dictionary on disk refers to it, so that it is not reclaimed needlessly while an image
 * uses it. It need not outlive the process: it never stands for anything else.
 *
 * <p>Look-ups take no lock. Changes are made under this object's monitor.
 */
public final class KnownSchemas {
    private static final Logger logger = LoggerFactory.getLogger(KnownSchemas.class);
    /** The maximum heap of a node's instance, in bytes. */
    public static final long MAX_HEAP_BYTES = 16L << 20;

    private final long instanceId;
    private final long maxHeapBytes;
    private final ConcurrentMap<Integer, KnownSchema> byId = new ConcurrentHashMap<>();
    private final ConcurrentMap<Long, KnownSchema> byShape = new ConcurrentHashMap<>();
    private final LongAdder evicted = new LongAdder();
    private Iterator<KnownSchema> hand = Collections.emptyIterator();
    private volatile long heapBytes;

    /**
     * Creates an empty instance.
     *
     * @param instanceId identity of the catalogue
     * @param maxHeapBytes approximate bound of the heap that all schemas take
     */
    KnownSchemas(long instanceId, long maxHeapBytes) {
        this.instanceId = instanceId;
        this.maxHeapBytes = maxHeapBytes;
    }

    /** Returns the schemas of a catalogue: of those that can be read, as many of the newest as there is room for. */
    static KnownSchemas of(SchemaCatalogue catalogue, long maxHeapBytes) {
        KnownSchemas known = new KnownSchemas(catalogue.instanceId(), maxHeapBytes);
        known.load(catalogue);
        return known;
    }

    /** Adds the schemas of the catalogue that are not here, the newest first, as long as there is room. */
    void load(SchemaCatalogue catalogue) {
        int[] ids = catalogue.ids();
        for (int at = ids.length - 1; at >= 0 && heapBytes < maxHeapBytes; at--) {
            SchemaDefinition definition = byId.containsKey(ids[at]) ? null : read(catalogue, ids[at]);
            if (definition != null && !addIfThereIsRoom(ids[at], definition)) {
                return;
            }
        }
    }

    private static @Nullable SchemaDefinition read(SchemaCatalogue catalogue, int id) {
        try {
            return catalogue.isDurable(id) ? catalogue.resolve(id) : null;
        } catch (IOException e) {
            logger.debug("Cached rows cannot refer to schema id={}", Integer.toUnsignedString(id), e);
            return null;
        }
    }

    /**
     * Adds the schemas that became durable with an SSTable.
     *
     * @param catalogue identity of the catalogue that assigned the IDs
     * @param ids schema IDs in the order of the definitions; {@link SchemaIds#NONE} for a definition without one
     */
    synchronized void addAll(long catalogue, int[] ids, List<SchemaDefinition> definitions) {
        for (int i = 0; catalogue == instanceId && i < ids.length; i++) {
            if (ids[i] != SchemaIds.NONE && !byId.containsKey(ids[i])) {
                makeRoom(RowSchema.heapBytes(definitions.get(i)));
                addIfThereIsRoom(ids[i], definitions.get(i));
            }
        }
    }

    private synchronized boolean addIfThereIsRoom(int id, SchemaDefinition definition) {
        long bytes = RowSchema.heapBytes(definition);
        if (heapBytes + bytes > maxHeapBytes) {
            return false;
        }
        KnownSchema added = new KnownSchema(id, definition);
        if (byId.putIfAbsent(id, added) == null) {
            heapBytes += bytes;
            byShape.putIfAbsent(added.shape, added); // of two with the same hash the later is only read, never written
        }
        return true;
    }

    /** Evicts schemas until there is room, in at most two passes; the first one clears the marks. */
    private void makeRoom(long bytes) {
        for (long looks = bytes > maxHeapBytes ? 0 : 2L * byId.size();
                heapBytes + bytes > maxHeapBytes && looks > 0;
                looks--) {
            if (!hand.hasNext()) {
                hand = byId.values().iterator();
            }
            if (!hand.hasNext()) {
                return;
            }
            KnownSchema next = hand.next();
            if (next.isUsed) {
                next.isUsed = false;
            } else if (remove(next)) {
                evicted.increment();
            }
        }
    }

    /** Removes the schemas whose ID the catalogue has reclaimed. */
    synchronized void retain(SchemaCatalogue catalogue) {
        for (KnownSchema known : byId.values()) {
            if (!catalogue.has(known.id)) {
                remove(known);
            }
        }
    }

    private synchronized boolean remove(KnownSchema known) {
        byShape.remove(known.shape, known);
        boolean wasThere = byId.remove(known.id, known);
        heapBytes -= wasThere ? RowSchema.heapBytes(known.definition()) : 0;
        return wasThere;
    }

    /** Returns the schema of an ID; null if it is not here. */
    @Nullable
    KnownSchema get(int id) {
        KnownSchema known = byId.get(id);
        return known == null ? null : known.use();
    }

    /** Returns the schema of a row; null if it is not here. */
    @Nullable
    KnownSchema of(RowScan row) {
        KnownSchema known = byShape.get(row.hash());
        return known != null && known.schema().matches(row) ? known.use() : null;
    }

    /** Returns the identity of the catalogue. */
    public long instanceId() {
        return instanceId;
    }

    /** Returns the number of schemas. */
    public int count() {
        return byId.size();
    }

    /** Returns roughly how much heap the schemas take, in bytes. */
    public long heapBytes() {
        return heapBytes;
    }

    /** Returns the bound on {@link #heapBytes}. */
    public long maxHeapBytes() {
        return maxHeapBytes;
    }

    /** Returns the number of schemas evicted to make room for others. */
    public long evicted() {
        return evicted.sum();
    }
}
