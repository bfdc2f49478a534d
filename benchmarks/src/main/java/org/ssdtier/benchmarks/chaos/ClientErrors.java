package org.ssdtier.benchmarks.chaos;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/** The requests of clients that failed, by fault and kind. Thread-safe. */
final class ClientErrors {
    private final Map<String, Map<String, LongAdder>> byFault = new ConcurrentHashMap<>();
    private volatile String current = "start";

    /** Charges the errors from now on to a fault. */
    void begin(String fault) {
        current = fault;
    }

    /**
     * Records a failed request.
     *
     * @param operation kind of request
     * @param cause what the driver has thrown; a {@link StoreException} is seen through
     */
    void record(String operation, Throwable cause) {
        Throwable root = cause instanceof StoreException && cause.getCause() != null ? cause.getCause() : cause;
        byFault.computeIfAbsent(current, unseen -> new ConcurrentHashMap<>())
                .computeIfAbsent(operation + " " + root.getClass().getSimpleName(), unseen -> new LongAdder())
                .increment();
    }

    /** Returns the numbers of errors by fault and kind; faults without errors are left out. */
    Map<String, Map<String, Long>> counts() {
        Map<String, Map<String, Long>> counts = new TreeMap<>();
        byFault.forEach((fault, kinds) -> {
            Map<String, Long> sums = new TreeMap<>();
            kinds.forEach((kind, sum) -> sums.put(kind, sum.sum()));
            counts.put(fault, sums);
        });
        return counts;
    }

    /** Returns a store whose failures are recorded here. */
    VersionStore watch(VersionStore store) {
        return new WatchedStore(store, this);
    }

    /** A store whose failures are recorded. */
    private record WatchedStore(VersionStore store, ClientErrors errors) implements VersionStore {
        @Override
        public void write(int partition, int row, long version) throws StoreException {
            try {
                store.write(partition, row, version);
            } catch (StoreException | RuntimeException e) {
                errors.record("write", e);
                throw e;
            }
        }

        @Override
        public void delete(int partition, int row) throws StoreException {
            try {
                store.delete(partition, row);
            } catch (StoreException | RuntimeException e) {
                errors.record("delete", e);
                throw e;
            }
        }

        @Override
        public int read(int partition, RowRange range, long[] versions) throws StoreException {
            try {
                return store.read(partition, range, versions);
            } catch (StoreException | RuntimeException e) {
                errors.record("read", e);
                throw e;
            }
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
