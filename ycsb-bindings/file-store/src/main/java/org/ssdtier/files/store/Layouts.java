package org.ssdtier.files.store;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.table.Layout;
import org.ssdtier.files.table.StoreTables;

/**
 * The layouts of the directories in use, each read again when its lease has ended. An operation that ends after the
 * lease of its layout counts only if the layout is still the same; otherwise it is repeated. Operations must therefore
 * be idempotent. Thread-safe.
 */
final class Layouts {
    /** Time for which a client may use a layout; also what a split waits for between two phases, and a quarter more. */
    static final Duration LEASE = Duration.ofSeconds(2);

    private static final int MOST_LAYOUTS = 16_384;

    private final StoreTables tables;
    private final StoreClock clock;
    private final Map<StorePath, Leased> leased = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<StorePath, Leased> eldest) {
            return size() > MOST_LAYOUTS;
        }
    };

    Layouts(StoreTables tables, StoreClock clock) {
        this.tables = tables;
        this.clock = clock;
    }

    /** An operation on the entries of a directory. */
    interface Operation<T> {
        T with(Layout layout) throws IOException;
    }

    /** Performs an operation under a layout that was the directory's during all of the operation. */
    <T> T perform(StorePath directory, Operation<T> operation) throws IOException {
        Leased lease = lease(directory);
        while (true) {
            T result = operation.with(lease.layout);
            if (isValid(lease)) {
                return result;
            }
            Leased again = renew(directory);
            if (again.layout.equals(lease.layout)) {
                return result;
            }
            lease = again;
        }
    }

    private Leased lease(StorePath directory) throws IOException {
        @Nullable Leased known;
        synchronized (leased) {
            known = leased.get(directory);
        }
        return known != null && isValid(known) ? known : renew(directory);
    }

    private boolean isValid(Leased lease) {
        return clock.nanoTime() - lease.readNanos < LEASE.toNanos();
    }

    private Leased renew(StorePath directory) throws IOException {
        // the lease begins before the read: the layout may be replaced while it is on its way
        long now = clock.nanoTime();
        Leased fresh = new Leased(tables.layout(directory), now);
        synchronized (leased) {
            leased.put(directory, fresh);
        }
        return fresh;
    }

    private record Leased(Layout layout, long readNanos) {}
}
