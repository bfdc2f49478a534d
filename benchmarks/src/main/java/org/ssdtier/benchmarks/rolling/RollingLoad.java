package org.ssdtier.benchmarks.rolling;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.load.PacedStore;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.ycsb.cql.CqlSettings;
import org.ssdtier.ycsb.cql.TableSpec;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.stale.CqlVersionStore;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.StalenessChecker;
import org.ssdtier.ycsb.stale.StalenessOptions;
import org.ssdtier.ycsb.stale.StalenessReport;
import org.ssdtier.ycsb.stale.StoreException;

/**
 * The load on the cluster: two tables with three replicas, cached by rows, written and read at QUORUM. Every answer is judged. A
 * request fails only if the driver's retries are in vain.
 */
final class RollingLoad implements AutoCloseable {
    /** The tables: one with partitions of a single row, one with slices and deletions. */
    static final List<String> TABLES = List.of("rows", "slices");

    private static final int PARTITIONS = 2_000;
    private static final int SLICED_PARTITIONS = 200;
    private static final int SLICE_ROWS = 12;
    /** Bytes of a row: either table exceeds the memory of the row cache, so rows move to the SSDs. */
    private static final String PAYLOAD_BYTES = "1000";

    private static final Duration PACE = Duration.ofMillis(20);
    private static final Duration REST = Duration.ofMillis(10);
    private static final Duration FLUSH_PERIOD = Duration.ofSeconds(4);
    private static final long PATIENCE_SECONDS = 60;
    private static final long POLL_MILLIS = 100;

    private final List<CqlVersionStore> stores = new ArrayList<>();
    private final List<StalenessChecker> checkers = new ArrayList<>();
    private final RollingCluster cluster;
    private final long beginNanos = System.nanoTime();

    private RollingLoad(RollingCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Creates the tables, writes every row once, and starts the load.
     *
     * @throws StoreException if a row could not be written
     */
    static RollingLoad start(RollingCluster cluster, long seed)
            throws IOException, InterruptedException, StoreException {
        RollingLoad load = new RollingLoad(cluster);
        try {
            load.add(
                    TABLES.get(0),
                    1,
                    new StalenessOptions(PARTITIONS, 1, 2, List.of(PACE, PACE), 0, 0.6, Mix.of(seed, 1)));
            load.add(
                    TABLES.get(1),
                    SLICE_ROWS,
                    new StalenessOptions(SLICED_PARTITIONS, SLICE_ROWS, 1, List.of(PACE, PACE), 5, 0, Mix.of(seed, 2)));
            load.awaitNodesUp();
            return load;
        } catch (IOException | InterruptedException | StoreException | RuntimeException e) {
            load.close();
            throw e;
        }
    }

    private void add(String table, int rowsPerPartition, StalenessOptions options)
            throws IOException, InterruptedException, StoreException {
        NodePorts ports = cluster.nodes().get(0).ports();
        Properties properties = new Properties();
        properties.setProperty(CqlSettings.HOSTS_PROPERTY, ports.address());
        properties.setProperty(CqlSettings.PORT_PROPERTY, String.valueOf(ports.cql()));
        properties.setProperty(CqlSettings.KEYSPACE_PROPERTY, RollingNode.KEYSPACE);
        properties.setProperty(CqlSettings.READ_CONSISTENCY_PROPERTY, "QUORUM");
        properties.setProperty(CqlSettings.WRITE_CONSISTENCY_PROPERTY, "QUORUM");
        properties.setProperty(CqlSettings.REQUEST_TIMEOUT_PROPERTY, "60000");
        properties.setProperty(
                TableSpec.REPLICATION_PROPERTY, String.valueOf(cluster.nodes().size()));
        properties.setProperty(TableSpec.ROWS_PER_PARTITION_PROPERTY, rowsPerPartition == 1 ? "ALL" : "8");
        properties.setProperty(CqlVersionStore.TABLE_PROPERTY, table);
        properties.setProperty(CqlVersionStore.PAYLOAD_PROPERTY, PAYLOAD_BYTES);
        CqlVersionStore store = CqlVersionStore.create(properties, rowsPerPartition);
        stores.add(store);
        Disturbance flush = new Disturbance("flush", FLUSH_PERIOD, () -> cluster.flush(table), Disturbance.Effect.NONE);
        checkers.add(StalenessChecker.start(options, new PacedStore(store, REST), List.of(flush)));
    }

    /** Returns a session with the cluster. */
    CqlSession session() {
        return stores.get(0).session();
    }

    /** Waits until the driver sees all nodes up, so that the next one may go down. */
    void awaitNodesUp() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        int wanted = cluster.nodes().size();
        while (nodesUp() < wanted) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new IOException("nodes_up=" + nodesUp() + " expected=" + wanted
                        + ": the driver does not see more within " + PATIENCE_SECONDS + " s");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private long nodesUp() {
        return session().getMetadata().getNodes().values().stream()
                .filter(node -> node.getState() == NodeState.UP)
                .count();
    }

    /** Returns the figures since the start. */
    PhaseFigures figures(String phase) {
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        return checkers.stream()
                .map(checker -> PhaseFigures.of(phase, seconds, checker.report()))
                .reduce(PhaseFigures::plus)
                .orElseThrow();
    }

    /** Stops the load, and reads every row once more. */
    void stop() throws InterruptedException {
        for (StalenessChecker checker : checkers) {
            checker.close();
        }
    }

    /** Returns the first few wrong answers and failures, in words. */
    List<String> violations() {
        return checkers.stream()
                .map(StalenessChecker::report)
                .map(StalenessReport::violations)
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stores.forEach(CqlVersionStore::close);
        }
    }
}
