package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
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

/**
 * What cached images may refer to: the schemas of the node's catalogue, in memory, by their IDs and by the shape of their rows.
 *
 * <p>Nothing is looked up on the device for an image. What is not here has no ID in images that are written, and an image that
 * refers to it is a miss. So nothing is ever evicted, which would make misses of images that were just written: when the bound
 * is reached nothing more comes in, and what the catalogue reclaims goes out.
 *
 * <p>Only durable IDs are here. An image may outlive the process that wrote it, and must not have an ID that a crash takes back.
 *
 * <p>Look-ups take no lock. Whoever changes it holds its monitor.
 */
final class KnownSchemas {
    private static final Logger log = LoggerFactory.getLogger(KnownSchemas.class);
    /** The most heap of a node's. */
    static final long MAX_HEAP_BYTES = 16L << 20;

    private static final int LOADED_AT_ONCE = 1_024;

    private final long instanceId;
    private final long maxHeapBytes;
    private final ConcurrentMap<Integer, KnownSchema> byId = new ConcurrentHashMap<>();
    private final ConcurrentMap<Long, KnownSchema> byShape = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();
    private volatile long heapBytes;

    /**
     * Begins with none.
     *
     * @param instanceId identity of the catalogue
     * @param maxHeapBytes bound of the heap that all of them take, about
     */
    KnownSchemas(long instanceId, long maxHeapBytes) {
        this.instanceId = instanceId;
        this.maxHeapBytes = maxHeapBytes;
    }

    /** Returns those of a catalogue, as many as there is room for and can be read. */
    static KnownSchemas of(SchemaCatalogue catalogue, long maxHeapBytes) {
        KnownSchemas known = new KnownSchemas(catalogue.instanceId(), maxHeapBytes);
        long next = 1;
        for (int[] ids = catalogue.ids(next, LOADED_AT_ONCE);
                ids.length > 0 && known.refused() == 0;
                ids = catalogue.ids(next, LOADED_AT_ONCE)) {
            for (int id : ids) {
                SchemaDefinition definition = durable(catalogue, id);
                if (definition != null) {
                    known.add(id, definition);
                }
            }
            next = Integer.toUnsignedLong(ids[ids.length - 1]) + 1;
        }
        return known;
    }

    private static @Nullable SchemaDefinition durable(SchemaCatalogue catalogue, int id) {
        try {
            return catalogue.isDurable(id) ? catalogue.resolve(id) : null;
        } catch (IOException e) {
            log.warn("Cached rows can not refer to schema id={}", Integer.toUnsignedString(id), e);
            return null;
        }
    }

    /**
     * Adds what has become durable with an SSTable.
     *
     * @param catalogue identity of the catalogue that gave the IDs
     * @param ids in the order of the definitions; {@link SchemaIds#NONE} where one has none
     */
    synchronized void addAll(long catalogue, int[] ids, List<SchemaDefinition> definitions) {
        for (int i = 0; catalogue == instanceId && i < ids.length; i++) {
            if (ids[i] != SchemaIds.NONE) {
                add(ids[i], definitions.get(i));
            }
        }
    }

    private synchronized void add(int id, SchemaDefinition definition) {
        if (byId.containsKey(id)) {
            return;
        }
        long bytes = KnownSchema.heapBytes(definition);
        if (heapBytes + bytes > maxHeapBytes) {
            refused.increment();
            return;
        }
        KnownSchema added = new KnownSchema(id, definition);
        heapBytes += bytes;
        byId.put(id, added);
        byShape.putIfAbsent(added.shape, added); // of two with one hash the later is only read, never written
    }

    /** Forgets those whose ID is not durable in the catalogue any more. */
    synchronized void retain(SchemaCatalogue catalogue) {
        for (KnownSchema known : byId.values()) {
            if (!catalogue.isDurable(known.id)) {
                byShape.remove(known.shape, known);
                byId.remove(known.id);
                heapBytes -= KnownSchema.heapBytes(known.schema.definition());
            }
        }
    }

    /** The schema of an ID; null if it is not here. */
    @Nullable
    KnownSchema get(int id) {
        return byId.get(id);
    }

    /** The schema of a row; null if it is not here. */
    @Nullable
    KnownSchema of(RowScan row) {
        KnownSchema known = byShape.get(row.hash());
        return known != null && known.schema.matches(row) ? known : null;
    }

    long instanceId() {
        return instanceId;
    }

    int count() {
        return byId.size();
    }

    long heapBytes() {
        return heapBytes;
    }

    /** How often there was no room for one. */
    long refused() {
        return refused.sum();
    }
}
