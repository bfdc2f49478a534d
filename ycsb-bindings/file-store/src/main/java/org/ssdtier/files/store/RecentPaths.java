package org.ssdtier.files.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;

/**
 * Values of the paths that were used last, at most 16,384. Thread-safe.
 *
 * @param <V> type of the values
 */
final class RecentPaths<V> {
    private static final int MOST = 16_384;

    private final Map<StorePath, V> values = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<StorePath, V> eldest) {
            return size() > MOST;
        }
    };

    synchronized @Nullable V get(StorePath path) {
        return values.get(path);
    }

    synchronized void put(StorePath path, V value) {
        values.put(path, value);
    }

    /** Sets a value if there is none, and returns the one that there was. */
    synchronized @Nullable V putIfAbsent(StorePath path, V value) {
        return values.putIfAbsent(path, value);
    }

    synchronized void remove(StorePath path) {
        values.remove(path);
    }
}
