package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/** The requests of clients that failed, by fault and by kind. Thread-safe. */
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

    private static final String OF_CUT_OFF = " of the node that is cut off";

    private final Map<String, Map<String, LongAdder>> byFault = new ConcurrentHashMap<>();
    private volatile String current = "start";
    private volatile @Nullable InetSocketAddress cutOff;

    /** Begins a fault: requests that begin from now on are charged to it, and if it ends nodes, also those that fail. */
    void begin(String fault) {
        current = fault;
    }

    /** Returns the fault to which a request that begins now is charged. */
    String fault() {
        return current;
    }

    /** Sets which node is cut off from the others from now on; null = none. */
    void cutOff(@Nullable InetSocketAddress node) {
        cutOff = node;
    }

    /** Returns whether a kind of error is the answer of a node that was cut off from the others. */
    static boolean isOfCutOff(String kind) {
        return kind.endsWith(OF_CUT_OFF);
    }

    /** Returns whether a kind of error is a request that took too long, although a node had accepted it. */
    static boolean isTimeOut(String kind) {
        return kind.endsWith("TimeoutException");
    }

    /** Returns whether a kind of error is a request without an answer, as clients of a node that ends have them. */
    static boolean isUnanswered(String kind) {
        return UNANSWERED.stream().anyMatch(kind::endsWith);
    }

    /** Returns the kind of a failed request. */
    static String kind(String operation, Throwable cause) {
        return operation + " " + answer(root(cause)).getClass().getSimpleName();
    }

    private static Throwable root(Throwable cause) {
        return cause instanceof StoreException && cause.getCause() != null ? cause.getCause() : cause;
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
     * Records a failed request. It is charged to the fault during which it began, or failed, if that ends nodes.
     *
     * @param fault what {@link #fault} returned when the request began
     * @param operation kind of request
     * @param cause what the driver has thrown; a {@link StoreException} is seen through
     */
    void record(String fault, String operation, Throwable cause) {
        String now = current;
        byFault.computeIfAbsent(ChaosFault.endsNodes(now) ? now : fault, unseen -> new ConcurrentHashMap<>())
                .computeIfAbsent(
                        kind(operation, cause) + (isFromCutOff(cause) ? OF_CUT_OFF : ""), unseen -> new LongAdder())
                .increment();
    }

    private boolean isFromCutOff(Throwable cause) {
        Throwable answer = answer(root(cause));
        return cutOff != null
                && isUnanswered(answer.getClass().getSimpleName())
                && answer instanceof CoordinatorException of
                && of.getCoordinator().getEndPoint().resolve().equals(cutOff);
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
