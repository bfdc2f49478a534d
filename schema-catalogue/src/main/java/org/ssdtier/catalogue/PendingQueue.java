package org.ssdtier.catalogue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The definitions that wait for the log, in order of arrival, up to a bound of their number and of their heap. Guarded
 * by the monitor of the {@link DefinitionTable}.
 */
final class PendingQueue {
    private final CatalogueOptions.Queue limits;
    private final Map<Integer, PendingDefinition> waiting = new LinkedHashMap<>();
    private long heapBytes;

    PendingQueue(CatalogueOptions.Queue limits) {
        this.limits = limits;
    }

    /** Returns whether there is room for a definition. */
    boolean hasRoomFor(SchemaDefinition definition) {
        return waiting.size() < limits.maxPendingDefinitions()
                && heapBytes + definition.heapBytes() <= limits.maxPendingBytes();
    }

    /** Adds a definition that there is room for, and that is not here. */
    void add(PendingDefinition definition) {
        PendingDefinition before = waiting.put(definition.id(), definition);
        heapBytes += definition.definition().heapBytes();
        assert before == null : "id=" + Integer.toUnsignedLong(definition.id()) + " waits already";
    }

    /** Removes the definition of an ID. Returns whether it was here. */
    boolean remove(int id) {
        PendingDefinition removed = waiting.remove(id);
        heapBytes -= removed == null ? 0 : removed.definition().heapBytes();
        assert heapBytes >= 0 && (heapBytes == 0 || !waiting.isEmpty()) : "bytes=" + heapBytes;
        return removed != null;
    }

    /** Returns the definition of an ID; null if it is not here. */
    @Nullable
    SchemaDefinition get(int id) {
        PendingDefinition definition = waiting.get(id);
        return definition == null ? null : definition.definition();
    }

    /** Returns the definitions in order of arrival. */
    List<PendingDefinition> all() {
        return List.copyOf(waiting.values());
    }

    int size() {
        return waiting.size();
    }

    /** Returns the heap that the definitions take, in bytes. */
    long heapBytes() {
        return heapBytes;
    }

    /** Returns the bytes of segments that the definitions will take. */
    long segmentBytes() {
        return waiting.values().stream()
                .mapToLong(
                        each -> CatalogueRecord.segmentBytes(each.definition().length()))
                .sum();
    }

    boolean isHalfFull() {
        return 2L * waiting.size() >= limits.maxPendingDefinitions() || 2 * heapBytes >= limits.maxPendingBytes();
    }

    void clear() {
        waiting.clear();
        heapBytes = 0;
    }
}
