package org.ssdtier.node.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.service.CassandraDaemon;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.MD5Digest;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.cassandra.SsdRowCache;
import org.ssdtier.rowcache.compression.CompressionPolicy;

/**
 * The one Cassandra node of this JVM: a full daemon with the woven classes, without native transport and JMX.
 *
 * <p>Its memtable allocation ({@code heap_buffers}, {@code offheap_objects}), its SSTable format ({@code big}, {@code bti}), the
 * compression of cached rows ({@code off}, {@code auto}) and whether SSTables have key indexes are chosen at random from a seed that
 * it prints; {@code -Dssdtier.node.seed=N} repeats the choice.
 */
public final class EmbeddedNode {
    /** The keyspace shared by the tests. */
    public static final String KEYSPACE = "lab";

    /** Value of a timestamp, or of the current time, that a statement leaves to the node. */
    private static final long NOT_SAID = Long.MIN_VALUE;

    private static final EmbeddedNode NODE = new EmbeddedNode();

    private final long seed;

    private EmbeddedNode() {
        seed = Long.getLong("ssdtier.node.seed", System.nanoTime() & 0xffff);
        Random random = new Random(seed);
        Path directory = Path.of(System.getProperty("ssdtier.node.directory", "target/embedded-node"))
                .toAbsolutePath();
        try {
            delete(directory);
            Files.createDirectories(directory);
            Path yaml = directory.resolve("cassandra.yaml");
            String text = yaml(directory, random);
            Files.writeString(yaml, text);
            System.setProperty("cassandra.config", yaml.toUri().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.out.println("Embedded node: -Dssdtier.node.seed=" + seed);
        System.setProperty("cassandra.storagedir", directory.toString());
        System.setProperty("cassandra-foreground", "true");
        System.setProperty("cassandra.ring_delay_ms", "0");
        System.setProperty("cassandra.skip_wait_for_gossip_to_settle", "0");
        System.setProperty("cassandra.superuser_setup_delay_ms", "0");
        System.setProperty("cassandra.reads.thresholds.coordinator.defensive_checks_enabled", "false");
        // no data of this node is used after it has stopped
        System.setProperty("cassandra.skip_sync", "true");
        System.setProperty("cassandra.test.flush_local_schema_changes", "false");
        // measures the overhead of a row on 1,000 rows, not 100,000, which takes seconds
        System.setProperty("cassandra.memtable_row_overhead_computation_step", "1000");
        // the tables are small: a trial of a dictionary with their first images, and others soon
        SsdRowCache.use(new CompressionPolicy(32 << 10, 60, 2 << 10, 3, 1.1, 200));
        new CassandraDaemon(true).activate();
        // not set without native transport, but writes to counters need a ready replica
        StorageService.instance.setRpcReady(true);
        process(
                "CREATE KEYSPACE " + KEYSPACE
                        + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND durable_writes = false");
    }

    /** Starts the node if no test has done so yet. */
    public static EmbeddedNode start() {
        return NODE;
    }

    /** Returns the seed from which its memtable allocation, its SSTable format, its compression and its key indexes were chosen. */
    public long seed() {
        return seed;
    }

    /** Runs a statement at the present time. */
    public ResultMessage process(String cql) {
        return process(cql, null, -1, null);
    }

    /**
     * Runs a statement.
     *
     * @param nowInSeconds current time of the statement, for TTLs and deletions; null for the present
     * @param pageSize rows per page; -1 for all
     * @param page paging state at the end of the previous page
     */
    public ResultMessage process(String cql, @Nullable Long nowInSeconds, int pageSize, @Nullable PagingState page) {
        return process(parse(cql), options(nowInSeconds, pageSize, page));
    }

    /** Parses a statement; the result is valid until a table's definition changes. */
    public CQLStatement parse(String cql) {
        ClientState state = ClientState.forInternalCalls(KEYSPACE);
        CQLStatement statement = QueryProcessor.parseStatement(cql, state);
        statement.validate(state);
        return statement;
    }

    /** Prepares a statement as a driver does; the result is valid as long as the node keeps the prepared statement. */
    public Supplier<ResultMessage> prepare(String cql) {
        MD5Digest id = QueryProcessor.instance.prepare(cql, ClientState.forInternalCalls(KEYSPACE)).statementId;
        return () -> {
            QueryHandler.Prepared prepared = QueryProcessor.instance.getPrepared(id);
            return process(prepared.statement, options(null, -1, null));
        };
    }

    /** Runs a statement through the coordinator, as for a client. */
    public ResultMessage process(CQLStatement statement, QueryOptions options) {
        return QueryProcessor.instance.process(
                statement, ofThisKeyspace(), options, Dispatcher.RequestTime.forImmediateExecution());
    }

    /**
     * Runs a statement on this node's storage engine, without the coordinator and its threads.
     *
     * @return the result; null for a write without conditions
     */
    public @Nullable ResultMessage processLocally(CQLStatement statement, QueryOptions options) {
        return statement.executeLocally(ofThisKeyspace(), options);
    }

    private static QueryState ofThisKeyspace() {
        return new QueryState(ClientState.forInternalCalls(KEYSPACE));
    }

    /** Returns options of a statement at consistency level ONE; see {@link #process(String, Long, int, PagingState)}. */
    public static QueryOptions options(@Nullable Long nowInSeconds, int pageSize, @Nullable PagingState page) {
        return QueryOptions.create(
                ConsistencyLevel.ONE,
                List.<ByteBuffer>of(),
                false,
                pageSize,
                page,
                ConsistencyLevel.SERIAL,
                ProtocolVersion.V5,
                KEYSPACE,
                NOT_SAID,
                nowInSeconds == null ? NOT_SAID : nowInSeconds);
    }

    /** Returns the table with this name. */
    public ColumnFamilyStore table(String name) {
        return Keyspace.open(KEYSPACE).getColumnFamilyStore(name);
    }

    private static String yaml(Path directory, Random random) {
        String memtables = random.nextBoolean() ? "heap_buffers" : "offheap_objects";
        boolean trieIndexed = random.nextInt(3) == 0;
        boolean isCompressed = random.nextBoolean();
        boolean hasKeyIndex = random.nextBoolean();
        return String.join(
                "\n",
                "cluster_name: embedded",
                "num_tokens: 1",
                "partitioner: org.apache.cassandra.dht.Murmur3Partitioner",
                "listen_address: 127.0.0.1",
                "rpc_address: 127.0.0.1",
                "storage_port: " + freePort(),
                "start_native_transport: false",
                "endpoint_snitch: SimpleSnitch",
                "seed_provider:",
                "  - class_name: org.apache.cassandra.locator.SimpleSeedProvider",
                "    parameters:",
                "      - seeds: \"127.0.0.1\"",
                "read_request_timeout: 60s",
                "range_request_timeout: 60s",
                "write_request_timeout: 60s",
                "counter_write_request_timeout: 60s",
                "cas_contention_timeout: 60s",
                "truncate_request_timeout: 60s",
                "request_timeout: 60s",
                "commitlog_sync: periodic",
                "commitlog_sync_period: 10000ms",
                "commitlog_segment_size: 1MiB", // every DROP TABLE begins a new one
                "auto_snapshot: false",
                "materialized_views_enabled: true",
                "memtable:",
                "  configurations:",
                "    skiplist:",
                "      class_name: SkipListMemtable",
                "    trie:",
                "      class_name: TrieMemtable",
                "    default:",
                "      inherits: skiplist",
                "memtable_allocation_type: " + memtables,
                "storage_compatibility_mode: " + (trieIndexed ? "NONE" : "CASSANDRA_4"),
                "sstable:",
                "  selected_format: " + (trieIndexed ? "bti" : "big"),
                "row_cache_size: 1MiB",
                "ssd_row_cache:",
                "  enabled: true",
                "  directory: " + directory.resolve("ssd_row_cache"),
                "  allow_shared_device: true",
                "  size: 32MiB",
                "  segment_size: 1MiB",
                "  index_memory: 1MiB",
                "  max_row_size: 32KiB",
                "  admission: all",
                "  compression: " + (isCompressed ? "auto" : "off"),
                "  direct_io: auto",
                "ssd_key_index:",
                "  enabled: " + hasKeyIndex,
                "  directory: " + directory.resolve("ssd_key_index"),
                "  allow_shared_device: true",
                "  size: 16MiB",
                "  min_keys: 1",
                "");
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
