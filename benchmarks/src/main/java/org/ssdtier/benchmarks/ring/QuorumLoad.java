package org.ssdtier.benchmarks.ring;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.ssdtier.benchmarks.load.PacedStore;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.varied.VariedStore;
import org.ssdtier.benchmarks.varied.VariedTable;
import org.ssdtier.ycsb.cql.CqlSettings;
import org.ssdtier.ycsb.cql.TableSpec;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.stale.CqlVersionStore;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.StalenessChecker;
import org.ssdtier.ycsb.stale.StalenessOptions;
import org.ssdtier.ycsb.stale.StalenessReport;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * The load on the cluster: three tables with three replicas, cached by rows, written and read at QUORUM. Every answer is judged.
 * A request fails only if the driver's retries are in vain.
 */
public final class QuorumLoad implements AutoCloseable {
    /** The table whose rows have static columns, collections, partial updates, tombstones of ranges, and expire. */
    public static final String VARIED = "varied";

    /** The partitions of {@link #VARIED}. */
    public static final int VARIED_PARTITIONS = 120;

    /** The rows of a partition of {@link #VARIED}; row 0 is its static columns. */
    public static final int VARIED_ROWS = 9;

    private static final String ROWS = "rows";
    private static final String SLICES = "slices";

    /** The tables: one with partitions of a single row, one with slices and deletions, and {@link #VARIED}. */
    public static final List<String> TABLES = List.of(ROWS, SLICES, VARIED);

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
    private final Target target;
    private final long beginNanos = System.nanoTime();

    private QuorumLoad(Target target) {
        this.target = target;
    }

    /** A flush of a table on the nodes that are up. */
    @FunctionalInterface
    public interface TableFlush {
        /** Flushes the table. */
        void flush(String table) throws IOException;
    }

    /**
     * The cluster under load.
     *
     * @param contact node that the driver meets first
     * @param keyspace keyspace of the tables
     * @param replicas number of replicas of each row
     * @param flush flush of a table, called every few seconds
     * @param watched wraps the store of each table, for example to count its failures
     */
    public record Target(
            NodePorts contact, String keyspace, int replicas, TableFlush flush, UnaryOperator<VersionStore> watched) {
        /** Returns the settings of a session with the cluster, whose requests fail after a minute. */
        public CqlSettings settings() {
            return CqlSettings.from(properties());
        }

        private Properties properties() {
            Properties properties = new Properties();
            properties.setProperty(CqlSettings.HOSTS_PROPERTY, contact.address());
            properties.setProperty(CqlSettings.PORT_PROPERTY, String.valueOf(contact.cql()));
            properties.setProperty(CqlSettings.KEYSPACE_PROPERTY, keyspace);
            properties.setProperty(CqlSettings.READ_CONSISTENCY_PROPERTY, "QUORUM");
            properties.setProperty(CqlSettings.WRITE_CONSISTENCY_PROPERTY, "QUORUM");
            properties.setProperty(CqlSettings.REQUEST_TIMEOUT_PROPERTY, "60000");
            properties.setProperty(TableSpec.REPLICATION_PROPERTY, String.valueOf(replicas));
            return properties;
        }
    }

    /**
     * Creates the tables, writes every row once, and starts the load.
     *
     * @throws StoreException if a row could not be written
     */
    public static QuorumLoad start(Target target, long seed) throws IOException, InterruptedException, StoreException {
        QuorumLoad load = new QuorumLoad(target);
        try {
            load.add(ROWS, 1, new StalenessOptions(PARTITIONS, 1, 2, List.of(PACE, PACE), 0, 0.6, Mix.of(seed, 1)));
            load.add(
                    SLICES,
                    SLICE_ROWS,
                    new StalenessOptions(SLICED_PARTITIONS, SLICE_ROWS, 1, List.of(PACE, PACE), 5, 0, Mix.of(seed, 2)));
            load.addVaried(seed);
            load.awaitNodesUp(target.replicas());
            return load;
        } catch (IOException | InterruptedException | StoreException | RuntimeException e) {
            load.close();
            throw e;
        }
    }

    private void add(String table, int rowsPerPartition, StalenessOptions options)
            throws IOException, InterruptedException, StoreException {
        Properties properties = target.properties();
        properties.setProperty(TableSpec.ROWS_PER_PARTITION_PROPERTY, rowsCached(table));
        properties.setProperty(CqlVersionStore.TABLE_PROPERTY, table);
        properties.setProperty(CqlVersionStore.PAYLOAD_PROPERTY, PAYLOAD_BYTES);
        CqlVersionStore store = CqlVersionStore.create(properties, rowsPerPartition);
        stores.add(store);
        check(table, store, options);
    }

    private void addVaried(long seed) throws InterruptedException, StoreException {
        check(
                VARIED,
                new VariedStore(session(), VariedTable.ofReplicas(target.keyspace(), VARIED, VARIED_ROWS)),
                new StalenessOptions(
                        VARIED_PARTITIONS, VARIED_ROWS, 1, List.of(PACE, PACE, PACE), 6, 0, Mix.of(seed, 5)));
    }

    private void check(String table, VersionStore store, StalenessOptions options)
            throws InterruptedException, StoreException {
        Disturbance flush =
                new Disturbance("flush", FLUSH_PERIOD, () -> target.flush().flush(table), Disturbance.Effect.NONE);
        checkers.add(
                StalenessChecker.start(options, target.watched().apply(new PacedStore(store, REST)), List.of(flush)));
    }

    /** Returns how many rows of each partition of a table are cached, as in {@code rows_per_partition}. */
    public static String rowsCached(String table) {
        return table.equals(SLICES) ? "8" : "ALL";
    }

    /** Returns a session with the cluster. */
    public CqlSession session() {
        return stores.get(0).session();
    }

    /**
     * Waits until the driver sees enough nodes up, so that the next one may go down.
     *
     * @throws IOException if it does not within a minute
     */
    public void awaitNodesUp(int wanted) throws IOException, InterruptedException {
        long begin = System.nanoTime();
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
    public PhaseFigures figures(String phase) {
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        return checkers.stream()
                .map(checker -> PhaseFigures.of(phase, seconds, checker.report()))
                .reduce(PhaseFigures::plus)
                .orElseThrow();
    }

    /** Stops the load, and reads every row once more. */
    public void stop() throws InterruptedException {
        for (StalenessChecker checker : checkers) {
            checker.close();
        }
    }

    /** Returns the first few wrong answers and failures, in words. */
    public List<String> violations() {
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
