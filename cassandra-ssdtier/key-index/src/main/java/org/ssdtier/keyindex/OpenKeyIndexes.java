package org.ssdtier.keyindex;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The key indexes in use, by SSTable. SSTables are compared by reference: one that is written under the name of another that is
 * gone, as in a table that was dropped and created again with the same ID, equals it and has other keys.
 *
 * @param <K> what identifies an SSTable in memory
 */
final class OpenKeyIndexes<K> {
    private final Map<K, Entry<K>> entries = new ConcurrentHashMap<>();

    private record Entry<K>(K sstable, OpenKeyIndex index) {}

    @Nullable
    OpenKeyIndex get(K sstable) {
        Entry<K> found = find(sstable);
        return found == null ? null : found.index();
    }

    @SuppressWarnings("ReferenceEquality") // see the class
    private @Nullable Entry<K> find(K sstable) {
        Entry<K> found = entries.get(sstable);
        return found != null && found.sstable() == sstable ? found : null;
    }

    /** Puts the key index of an SSTable into use; returns what it replaces: one of this SSTable, or of one that equals it. */
    @Nullable
    OpenKeyIndex put(K sstable, OpenKeyIndex index) {
        Entry<K> before = entries.put(sstable, new Entry<>(sstable, index));
        return before == null ? null : before.index();
    }

    /** Takes the key index of an SSTable out of use and returns it. */
    @Nullable
    OpenKeyIndex remove(K sstable) {
        Entry<K> found = find(sstable);
        return found != null && entries.remove(sstable, found) ? found.index() : null;
    }

    /** Takes a key index out of use, if it is the SSTable's. */
    boolean remove(K sstable, OpenKeyIndex index) {
        return entries.remove(sstable, new Entry<>(sstable, index));
    }

    List<K> sstables() {
        return entries.values().stream().map(Entry::sstable).toList();
    }

    Collection<OpenKeyIndex> indexes() {
        return entries.values().stream().map(Entry::index).toList();
    }

    int size() {
        return entries.size();
    }

    void clear() {
        entries.clear();
    }
}
