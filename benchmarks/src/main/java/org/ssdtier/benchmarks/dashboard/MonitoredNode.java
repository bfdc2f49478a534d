package org.ssdtier.benchmarks.dashboard;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
    /** Rows that do not fit into memory. */
    static final int WIDE = 3_000;

    /** More rows than the index can hold. */
    static final int TINY = 12_000;

    /** More bytes of rows than may wait for the SSD; only on a drive. */
    static final int LARGE = 2_000;

    private static final int LARGE_BYTES = 32_000;
    private static final long ONLINE_SECONDS = 70;
    private static final long POLL_MILLIS = 100;
    private static final int SHAPES_AT_ONCE = 40;
    /** Carts with the same new shape: a shape that is rare gets no ID. */
    private static final int SHARERS = 10;

    private static final int GOODS_BYTES = 3_000;
    private static final int WIDE_BYTES = 2_100;
    private static final int WRITES_AT_ONCE = 128;
    private static final int READS_AT_ONCE = 16;
    /** Pause after each group of reads, as a multiple of their time: the exporter needs the CPUs as well. */
    private static final int PAUSE_FACTOR = 2;

    private final ScratchNode node;
    private final NodeVerbs verbs;
    private final NodePlaces places;
    private int shapes;

    private MonitoredNode(ScratchNode node, NodePlaces places) {
        this.node = node;
        this.verbs = new NodeVerbs(node.jmx(), KEYSPACE);
        this.places = places;
    }

    /**
     * Starts the node and creates its tables, with rows.
     *
     * @param directory directory of the node
     * @param places directories of its tier, key indexes and catalogue
     * @param agent words of the option {@code -javaagent}
     */
    static MonitoredNode start(Path directory, NodePlaces places, String heap, String agent) throws IOException {
        ScratchNode scratch = ScratchNode.start(directory, RowCacheKind.SSDTIER, settings -> (places.drive() == null
                        ? withoutOutages(withEverything(settings))
                        : onADrive(withEverything(settings)))
                .heap(heap)
                .commandPrefix(places.commandPrefix())
                .yaml("ssd_row_cache.directory", quoted(places.tier()))
                .yaml("ssd_key_index.directory", quoted(places.keyIndex()))
                .yaml("schema_catalogue.directory", quoted(places.catalogue()))
                .jvmOption("-javaagent:" + agent));
        MonitoredNode node = new MonitoredNode(scratch, places);
        try {
            node.fill();
        } catch (IOException | RuntimeException e) {
            node.close();
            throw e;
        }
        return node;
    }

    private static String quoted(Path path) {
        return "\"" + path + "\"";
    }

    private static NodeSettings.Builder withEverything(NodeSettings.Builder settings) {
        return settings.rowCacheSize("1MiB")
                .ssdSize("16MiB")
                .yaml("ssd_row_cache.segment_size", "1MiB")
                .yaml("ssd_row_cache.max_row_size", "64KiB")
                .yaml("ssd_row_cache.index_memory", "64KiB")
                .yaml("ssd_row_cache.admission", "all")
                .yaml("ssd_row_cache.allow_shared_device", "true")
                .yaml("ssd_key_index.enabled", "true")
                .yaml("ssd_key_index.allow_shared_device", "true")
                .yaml("ssd_key_index.min_keys", "1")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("schema_catalogue.enabled", "true")
                .yaml("write_lifetimes.enabled", "true");
    }

    /** Neither a busy machine nor damaged records shall take the tier offline. */
    private static NodeSettings.Builder withoutOutages(NodeSettings.Builder settings) {
        return settings.yaml("ssd_row_cache.write_rate_limit", "64MiB/s")
                .yaml("ssd_row_cache.read_timeout", "1000ms")
                .yaml("ssd_row_cache.io_error_threshold", "1000000");
    }

    private static NodeSettings.Builder onADrive(NodeSettings.Builder settings) {
        return settings.yaml("ssd_row_cache.write_rate_limit", "1MiB/s")
                // so that a crash leaves many segments that no checkpoint covers
                .yaml("ssd_row_cache.index_memory", "2MiB")
                // a busy machine shall not take the tier offline, but a slow drive shall
                .yaml("ssd_row_cache.read_timeout", "350ms")
                // or else it answers in place of the key indexes
                .yaml("key_cache_size", "0MiB");
    }

    private void fill() throws IOException {
        node.createKeyspace(KEYSPACE);
        String cached = " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}";
        for (String table : List.of("goods", "wide", "tiny")) {
            createTable(table, cached);
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
        if (places.drive() != null) {
            createTable("large", cached);
            insert("large", LARGE, "x".repeat(LARGE_BYTES));
            flush("large");
        }
    }

    private void createTable(String name, String options) {
        session().execute("CREATE TABLE shop." + name + " (key int PRIMARY KEY, value text)" + options);
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
        long begin = System.nanoTime();
        for (int key = 0; key < rows; key++) {
            running.add(session().executeAsync(select.bind(key)));
            if (running.size() == READS_AT_ONCE) {
                awaitAll(running);
                LockSupport.parkNanos(PAUSE_FACTOR * (System.nanoTime() - begin));
                begin = System.nanoTime();
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
        return places.tierSeenFromOutside(node.node().pid());
    }

    NodePlaces places() {
        return places;
    }

    /** Returns the drive of a node that has one. */
    FailingDrive drive() {
        return Objects.requireNonNull(places.drive(), "drive");
    }

    boolean isOnline() throws IOException {
        return node.jmx().tierState().equals("ONLINE");
    }

    /** Waits until the tier is online: at most a minute after the end of an outage, and a little for the probe. */
    void awaitOnline() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!isOnline()) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(ONLINE_SECONDS)) {
                throw new IOException(
                        "state=" + node.jmx().tierState() + ": not ONLINE after " + ONLINE_SECONDS + " s");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Reads table {@code goods} until rows of it are on the SSD. */
    void fillGoods() {
        for (int round = 0; round < 2; round++) {
            readAll("goods", GOODS);
        }
    }

    /** Writes carts with keys that no cart had before. */
    void putCartsOfNewShapes() {
        for (int i = 0; i < SHAPES_AT_ONCE; i++) {
            shapes++;
            session()
                    .execute(
                            "INSERT INTO shop.carts (key, owner, items) VALUES (?, 'owner', ?)",
                            shapes % CARTS,
                            Map.of("article_number", "a", "attribute_" + shapes / SHARERS, "b"));
        }
    }

    void kill() throws IOException {
        node.node().kill();
    }

    /** Starts the node again after it was killed, and waits until the session has reconnected. */
    void restart() throws IOException {
        node.restart();
        long begin = System.nanoTime();
        while (!isReached()) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(ONLINE_SECONDS)) {
                throw new IOException("node=" + node.node().home().directory() + ": no connection of the session after "
                        + ONLINE_SECONDS + " s");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
        }
    }

    private boolean isReached() {
        try {
            return session().execute("SELECT key FROM system.local").one() != null;
        } catch (AllNodesFailedException e) {
            return false;
        }
    }

    /** Something that is done to a node while it starts. */
    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }

    /** Starts the node again after it was killed, and does something once it has logged a text. */
    void restart(String text, Action action) throws IOException, InterruptedException {
        Path log = node.node().home().logFile();
        int begin = (int) Files.size(log);
        CompletableFuture<Void> start = CompletableFuture.runAsync(() -> {
            try {
                restart();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        while (!start.isDone() && !textSince(log, begin).contains(text)) {
            Thread.sleep(POLL_MILLIS);
        }
        action.run();
        start.join();
    }

    private static String textSince(Path log, int begin) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        return new String(bytes, begin, bytes.length - begin, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        node.close();
    }
}
