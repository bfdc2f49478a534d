package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/** The requests of clients that failed, by the fault during which they began, and by kind. Thread-safe. */
final class ClientErrors {
    /** Ends of the names of exceptions of requests without an answer: the connection ended, or too few nodes were up in time. */
    private static final List<String> UNANSWERED = List.of(
            "HeartbeatException",
            "ClosedConnectionException",
            "ConnectionInitException",
            "AllNodesFailedException",
            "NoNodeAvailableException",
            "NodeUnavailableException",
            "DriverTimeoutException",
            "ReadTimeoutException",
            "WriteTimeoutException",
            "CASWriteUnknownException",
            "UnavailableException",
            "BootstrappingException");

    private final Map<String, Map<String, LongAdder>> byFault = new ConcurrentHashMap<>();
    private volatile String current = "start";

    /** Charges the requests that begin from now on to a fault. */
    void begin(String fault) {
        current = fault;
    }

    /** Returns the fault to which a request that begins now is charged. */
    String fault() {
        return current;
    }

    /** Returns whether a kind of error is a request without an answer, as clients of a node that ends have them. */
    static boolean isUnanswered(String kind) {
        return UNANSWERED.stream().anyMatch(kind::endsWith);
    }

    /** Returns the kind of a failed request. */
    static String kind(String operation, Throwable cause) {
        Throwable root = cause instanceof StoreException && cause.getCause() != null ? cause.getCause() : cause;
        return operation + " " + answer(root).getClass().getSimpleName();
    }

    /** Returns the first answer of a node if the driver has asked several, or else the failure itself. */
    private static Throwable answer(Throwable failure) {
        return failure instanceof AllNodesFailedException all
                ? all.getAllErrors().values().stream()
                        .flatMap(List::stream)
                        .filter(one -> !isUnanswered(one.getClass().getSimpleName()))
                        .findFirst()
                        .orElse(failure)
                : failure;
    }

    /**
     * Records a failed request.
     *
     * @param fault what {@link #fault} returned when the request began
     * @param operation kind of request
     * @param cause what the driver has thrown; a {@link StoreException} is seen through
     */
    void record(String fault, String operation, Throwable cause) {
        byFault.computeIfAbsent(fault, unseen -> new ConcurrentHashMap<>())
                .computeIfAbsent(kind(operation, cause), unseen -> new LongAdder())
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
            String fault = errors.fault();
            try {
                store.write(partition, row, version);
            } catch (StoreException | RuntimeException e) {
                errors.record(fault, "write", e);
                throw e;
            }
        }

        @Override
        public void delete(int partition, int row) throws StoreException {
            String fault = errors.fault();
            try {
                store.delete(partition, row);
            } catch (StoreException | RuntimeException e) {
                errors.record(fault, "delete", e);
                throw e;
            }
        }

        @Override
        public int read(int partition, RowRange range, long[] versions) throws StoreException {
            String fault = errors.fault();
            try {
                return store.read(partition, range, versions);
            } catch (StoreException | RuntimeException e) {
                errors.record(fault, "read", e);
                throw e;
            }
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
