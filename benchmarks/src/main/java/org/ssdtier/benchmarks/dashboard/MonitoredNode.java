package org.ssdtier.benchmarks.dashboard;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * A node with everything that the dashboard shows switched on, the JMX exporter's agent, and a small SSD tier. Table
 * {@code goods} does not fit into memory, {@code carts} has schema IDs, and the others exist for the faults.
 */
final class MonitoredNode implements AutoCloseable {
    static final String KEYSPACE = "shop";
    static final int GOODS = 600;
    static final int CARTS = 400;
    /** Rows of which little more than one fits into a page of the SSD. */
    static final int WIDE = 3_000;

    /** More rows than the index can hold. */
    static final int TINY = 12_000;

    private static final int GOODS_BYTES = 3_000;
    private static final int WIDE_BYTES = 2_100;
    private static final int WRITES_AT_ONCE = 128;

    private final ScratchNode node;
    private final NodeVerbs verbs;
    private final Path tierDirectory;
    private final boolean hasSmallDisk;

    private MonitoredNode(ScratchNode node, Path tierDirectory, boolean hasSmallDisk) {
        this.node = node;
        this.verbs = new NodeVerbs(node.jmx(), KEYSPACE);
        this.tierDirectory = tierDirectory;
        this.hasSmallDisk = hasSmallDisk;
    }

    /**
     * Starts the node and creates its tables, with rows.
     *
     * @param directory directory of the node; beside it is that of its SSD tier
     * @param agent jar of the exporter's agent
     * @param rules the agent's rules
     * @param exporterPort the agent's port, on the loopback address
     */
    static MonitoredNode start(Path directory, String heap, Path agent, Path rules, int exporterPort)
            throws IOException, InterruptedException {
        Path disk = directory.resolveSibling("ssd");
        Path keyIndex = directory.resolveSibling("key_index");
        FileTree.delete(disk);
        FileTree.delete(keyIndex);
        List<String> prefix = SmallDisk.prefix(disk);
        Path tier = disk.resolve("ssd_row_cache");
        ScratchNode scratch = ScratchNode.start(directory, RowCacheKind.SSDTIER, settings -> withEverything(settings)
                .heap(heap)
                .commandPrefix(prefix)
                .yaml("ssd_row_cache.directory", "\"" + tier + "\"")
                .yaml("ssd_key_index.directory", "\"" + keyIndex + "\"")
                .jvmOption("-javaagent:" + agent + "=127.0.0.1:" + exporterPort + ":" + rules));
        boolean hasSmallDisk = !prefix.isEmpty();
        Path seen =
                hasSmallDisk ? SmallDisk.seenFromOutside(tier, scratch.node().pid()) : tier;
        MonitoredNode node = new MonitoredNode(scratch, seen, hasSmallDisk);
        try {
            node.fill();
        } catch (IOException | RuntimeException e) {
            node.close();
            throw e;
        }
        return node;
    }

    private static NodeSettings.Builder withEverything(NodeSettings.Builder settings) {
        return settings.rowCacheSize("1MiB")
                .ssdSize("16MiB")
                .yaml("ssd_row_cache.segment_size", "1MiB")
                .yaml("ssd_row_cache.max_row_size", "64KiB")
                .yaml("ssd_row_cache.index_memory", "64KiB")
                .yaml("ssd_row_cache.admission", "all")
                .yaml("ssd_row_cache.allow_shared_device", "true")
                .yaml("ssd_row_cache.write_rate_limit", "64MiB/s")
                // neither a busy machine nor damaged records shall take the tier offline
                .yaml("ssd_row_cache.read_timeout", "1000ms")
                .yaml("ssd_row_cache.io_error_threshold", "1000000")
                .yaml("ssd_key_index.enabled", "true")
                .yaml("ssd_key_index.allow_shared_device", "true")
                .yaml("ssd_key_index.min_keys", "1")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("schema_catalogue.enabled", "true")
                .yaml("write_lifetimes.enabled", "true");
    }

    private void fill() throws IOException {
        node.createKeyspace(KEYSPACE);
        String cached = " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}";
        for (String table : List.of("goods", "wide", "tiny")) {
            session().execute("CREATE TABLE shop." + table + " (key int PRIMARY KEY, value text)" + cached);
        }
        session()
                .execute("CREATE TABLE shop.carts (key int PRIMARY KEY, owner text, items map<text, text>)" + cached
                        + " AND extensions = {'schema_catalogue': 'true'}");
        insert("goods", GOODS, "x".repeat(GOODS_BYTES));
        insert("wide", WIDE, "x".repeat(WIDE_BYTES));
        insert("tiny", TINY, "x");
        for (int key = 0; key < CARTS; key++) {
            putCart(key);
        }
        flush("goods", "wide", "tiny", "carts");
    }

    /** Writes rows, many at a time. */
    private void insert(String table, int rows, String value) {
        PreparedStatement insert = session().prepare("INSERT INTO shop." + table + " (key, value) VALUES (?, ?)");
        List<CompletionStage<?>> running = new ArrayList<>();
        for (int key = 0; key < rows; key++) {
            running.add(session().executeAsync(insert.bind(key, value)));
            if (running.size() == WRITES_AT_ONCE) {
                awaitAll(running);
            }
        }
        awaitAll(running);
    }

    private static void awaitAll(List<CompletionStage<?>> running) {
        running.forEach(one -> one.toCompletableFuture().join());
        running.clear();
    }

    /** Writes a cart with one of a few sets of keys. */
    void putCart(int key) {
        session()
                .execute(
                        "INSERT INTO shop.carts (key, owner, items) VALUES (?, ?, {'article_number': 'a', 'colour': 'b', "
                                + (key % 2 == 0 ? "'size_in_millimetres': 'c'" : "'delivery_address': 'd'") + "})",
                        key,
                        "owner of " + key);
    }

    /** Reads rows of a table, some at a time; their order is that of the keys. */
    void readAll(String table, int rows) {
        PreparedStatement select = session().prepare("SELECT value FROM shop." + table + " WHERE key = ?");
        List<CompletionStage<?>> running = new ArrayList<>();
        for (int key = 0; key < rows; key++) {
            running.add(session().executeAsync(select.bind(key)));
            if (running.size() == WRITES_AT_ONCE / 8) {
                awaitAll(running);
            }
        }
        awaitAll(running);
    }

    void flush(String... tables) throws IOException {
        verbs.flush(tables);
    }

    CqlSession session() {
        return node.session();
    }

    NodeVerbs verbs() {
        return verbs;
    }

    /** Drops the cached rows of a table. */
    void invalidate(String table) throws IOException {
        node.jmx().invoke("org.apache.cassandra.db:type=SsdRowCache", "invalidateTable", KEYSPACE, table);
    }

    /** Returns the directory of the SSD tier, as this program sees it. */
    Path tierDirectory() {
        return tierDirectory;
    }

    /** Returns whether the SSD tier is on a {@link SmallDisk}. */
    boolean hasSmallDisk() {
        return hasSmallDisk;
    }

    @Override
    public void close() throws IOException {
        node.close();
    }
}
