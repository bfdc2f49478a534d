package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.ring.QuorumLoad;
import org.ssdtier.ycsb.cql.CqlSchema;
import org.ssdtier.ycsb.stale.StoreException;

/** The load on the cluster, all of it judged: at QUORUM, of each replica at ONE, and lightweight transactions. */
final class ChaosLoad implements AutoCloseable {
    /** The keyspace of all tables. */
    static final String KEYSPACE = "chaos";
    /** All tables. */
    static final List<String> TABLES = Stream.concat(
                    QuorumLoad.TABLES.stream(), Stream.of(RegisterLoad.TABLE, ReplicaWatch.TABLE, ColumnTrial.TABLE))
            .toList();

    private static final String CACHED = " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** The others are flushed by the load at QUORUM. */
    private static final List<String> FLUSHED = List.of(RegisterLoad.TABLE, ReplicaWatch.TABLE);

    private static final int FLUSH_MILLIS = 3_000;

    private final ClientErrors errors = new ClientErrors();
    private final LoadThreads flushes = new LoadThreads("flush");
    private final List<AutoCloseable> owned = new ArrayList<>();
    private @Nullable QuorumLoad quorum;
    private @Nullable RegisterLoad registers;
    private final ReplicaFindings replicaFindings = new ReplicaFindings();
    private @Nullable ReplicaWatch replicas;
    private @Nullable VariedWatch varied;

    private ChaosLoad() {}

    /** Creates the tables, writes every row once, and starts the load. */
    static ChaosLoad start(ChaosCluster cluster, long seed) throws IOException, InterruptedException, StoreException {
        ChaosLoad load = new ChaosLoad();
        try {
            load.open(cluster, seed);
            return load;
        } catch (IOException | InterruptedException | StoreException | RuntimeException e) {
            load.close();
            throw e;
        }
    }

    private void open(ChaosCluster cluster, long seed) throws IOException, InterruptedException, StoreException {
        QuorumLoad opened = QuorumLoad.start(
                new QuorumLoad.Target(
                        cluster.contact(),
                        KEYSPACE,
                        ChaosOptions.REPLICAS,
                        table -> flush(cluster, table),
                        errors::watch),
                seed);
        quorum = opened;
        owned.add(opened);
        CqlSession shared = opened.session();
        create(shared, RegisterLoad.TABLE, "value bigint", "");
        create(shared, ReplicaWatch.TABLE, "version bigint, filler text", " AND speculative_retry = 'NEVER'");
        create(shared, ColumnTrial.TABLE, "version bigint", "");
        convert(true);
        CqlSession single = session(cluster);
        owned.add(single);
        registers = new RegisterLoad(single, KEYSPACE, errors);
        owned.add(registers);
        registers.start(seed);
        ReplicaWatch watch = new ReplicaWatch(shared, KEYSPACE, errors, replicaFindings);
        replicas = watch;
        owned.add(watch);
        varied = new VariedWatch(shared, KEYSPACE, errors, replicaFindings, watch.epoch());
        owned.add(varied);
        if (cluster.members().size() > ChaosOptions.REPLICAS) {
            watch.epoch().suspend();
        }
        owned.add(flushes::stop);
        flushes.start(FLUSH_MILLIS, () -> flush(cluster));
        List<InetSocketAddress> nodes = cluster.members().stream()
                .map(node -> node.ports().contactPoint())
                .toList();
        watch.start(nodes, seed);
        varied.start(nodes, seed);
    }

    private void flush(ChaosCluster cluster) {
        for (String table : FLUSHED) {
            try {
                flush(cluster, table);
            } catch (IOException | RuntimeException e) {
                // recorded; the next flush is another attempt
            }
        }
    }

    private void flush(ChaosCluster cluster, String table) throws IOException {
        String fault = errors.fault();
        try {
            cluster.flush(KEYSPACE, table);
        } catch (IOException | RuntimeException e) {
            errors.record(fault, "flush", e);
            throw e;
        }
    }

    /** Undoes what a fault that failed may have left: tables without the catalogue, and a watch that is suspended. */
    void heal(int nodes) {
        convert(true);
        replicas().resumeWrites();
        if (nodes == ChaosOptions.REPLICAS) {
            replicas().epoch().resume();
        }
    }

    private static void create(CqlSession session, String table, String columns, String options) {
        CqlSchema.execute(
                session,
                "CREATE TABLE " + KEYSPACE + "." + table + " (key int PRIMARY KEY, " + columns + ")" + CACHED
                        + options);
    }

    private static CqlSession session(ChaosCluster cluster) {
        DriverConfigLoader configuration = DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT)
                .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, SingleAttempts.class)
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(200))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(1))
                .build();
        return CqlSession.builder()
                .addContactPoint(cluster.contact().contactPoint())
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(configuration)
                .build();
    }

    /** Chooses the tables for the catalogue, or takes them back; the SSTables are not rewritten. */
    void convert(boolean isCatalogued) {
        for (String table : TABLES) {
            CqlSchema.execute(
                    quorum().session(),
                    "ALTER TABLE " + KEYSPACE + "." + table + " WITH extensions = {'schema_catalogue': '" + isCatalogued
                            + "'}");
        }
    }

    /** Returns the load at QUORUM. */
    QuorumLoad quorum() {
        return required(quorum);
    }

    /** Returns the clients of lightweight transactions. */
    RegisterLoad registers() {
        return required(registers);
    }

    /** Returns the watch over the replicas. */
    ReplicaWatch replicas() {
        return required(replicas);
    }

    /** Returns what was seen of the rows of single replicas. */
    ReplicaFindings replicaFindings() {
        return replicaFindings;
    }

    /** Returns the first unexpected failure of each kind of load, in words. */
    List<String> problems() {
        return Stream.of(
                        replicas().problem(),
                        required(varied).problem(),
                        registers().problem(),
                        flushes.problem())
                .filter(problem -> !problem.isEmpty())
                .toList();
    }

    /** Returns the failed requests. */
    ClientErrors errors() {
        return errors;
    }

    private static <T> T required(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the load is not started");
        }
        return part;
    }

    /** Stops the load, and reads every row once more. */
    void stop() throws InterruptedException {
        flushes.stop();
        replicas().close();
        required(varied).close();
        registers().stop();
        quorum().stop();
    }

    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>(owned);
        Collections.reverse(all);
        owned.clear();
        try {
            Closing.all(all);
        } catch (IOException e) {
            if (e.getCause() instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new UncheckedIOException("the load cannot be closed", e);
        }
    }
}
