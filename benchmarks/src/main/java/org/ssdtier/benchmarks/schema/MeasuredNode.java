package org.ssdtier.benchmarks.schema;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.management.openmbean.CompositeData;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * A node with the drop-in jar and without a row cache, started and stopped by its owner, with figures of its memory.
 */
final class MeasuredNode implements AutoCloseable {
    static final String KEYSPACE = "measured";

    private static final int GARBAGE_COLLECTIONS = 3;
    private static final long TIMEOUT_NANOS = 600_000_000_000L;
    private static final long POLL_MILLIS = 200;
    private static final long KIBIBYTE = 1 << 10;

    private final NodeProcess process;
    private CqlSession session;
    private NodeJmx jmx;

    private MeasuredNode(NodeProcess process) throws IOException {
        this.process = process;
        this.session = process.session();
        this.jmx = process.jmx();
    }

    /**
     * Empties a directory and starts a node in it.
     *
     * @param more function that adds to the node's settings
     */
    static MeasuredNode start(Path directory, String heap, UnaryOperator<NodeSettings.Builder> more)
            throws IOException {
        FileTree.delete(directory);
        NodeSettings.Builder settings = NodeSettings.in(directory)
                .rowCache(RowCacheKind.SSDTIER)
                .heap(heap)
                .ports(NodePorts.free())
                .jvmOption("-XX:+AlwaysPreTouch")
                .yaml("ssd_row_cache.enabled", "false")
                .yaml("storage_compatibility_mode", "UPGRADING")
                .yaml("sstable.selected_format", "bti")
                .yaml("auto_snapshot", "false")
                .moreCompilerThreads();
        MeasuredNode node =
                new MeasuredNode(NodeProcess.start(more.apply(settings).build()));
        node.session.execute("CREATE KEYSPACE " + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        return node;
    }

    /** Adds a schema catalogue to the settings of a node. */
    static NodeSettings.Builder withCatalogue(NodeSettings.Builder settings, Path directory) {
        return settings.yaml("schema_catalogue.enabled", "true")
                .yaml("schema_catalogue.directory", "\"" + directory + "\"");
    }

    CqlSession session() {
        return session;
    }

    NodeVerbs verbs() {
        return new NodeVerbs(jmx, KEYSPACE);
    }

    /** Stops the node as an operator would. */
    void stop() throws IOException {
        session.close();
        jmx.close();
        process.stop();
    }

    /** Restarts the node; returns the seconds from the start of its JVM until it responds to clients. */
    double restart() throws IOException {
        Files.deleteIfExists(log());
        long begin = System.nanoTime();
        process.restart();
        double seconds = (System.nanoTime() - begin) / 1e9;
        session = process.session();
        jmx = process.jmx();
        return seconds;
    }

    Path log() {
        return home().resolve("logs/system.log");
    }

    Path home() {
        return process.home().directory();
    }

    /** Returns the lines of the log since the last start that contain {@code words}. */
    List<String> logged(String words) throws IOException {
        try (Stream<String> lines = Files.lines(log(), StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.contains(words)).toList();
        }
    }

    /** Returns the directory of a table's SSTables. */
    Path directoryOf(String table) throws IOException {
        try (Stream<Path> tables = Files.list(home().resolve("data/data").resolve(KEYSPACE))) {
            return tables.filter(path -> path.getFileName().toString().startsWith(table + "-"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("table=" + table + ": has no directory in " + home()));
        }
    }

    /** Returns a figure of {@code system_schema_catalogue.status}; 0 if there is no catalogue or no such figure. */
    long catalogue(String name) {
        try {
            Row row = session.execute("SELECT value FROM system_schema_catalogue.status WHERE name = '" + name + "'")
                    .one();
            return row == null ? 0 : row.getLong("value");
        } catch (InvalidQueryException withoutCatalogue) {
            return 0;
        }
    }

    /**
     * Waits until a figure of the catalogue satisfies a condition.
     *
     * @throws IOException if it takes longer than ten minutes
     */
    void await(String figure, LongPredicate isReached) throws IOException, InterruptedException {
        if (!isReached(figure, isReached, TIMEOUT_NANOS)) {
            throw new IOException(figure + "=" + catalogue(figure) + " after 600 s in " + home());
        }
    }

    /** Waits up to {@code patienceNanos} for a figure of the catalogue; returns whether it satisfies the condition. */
    boolean isReached(String figure, LongPredicate isReached, long patienceNanos) throws InterruptedException {
        long begin = System.nanoTime();
        while (!isReached.test(catalogue(figure))) {
            if (System.nanoTime() - begin > patienceNanos) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }

    /** Returns the bytes live on the heap after garbage collections. */
    double heapBytes() throws IOException {
        for (int i = 0; i < GARBAGE_COLLECTIONS; i++) {
            verbs().collectGarbage();
        }
        return memory("used");
    }

    /** Returns the bytes of anonymous memory of the process outside its heap, whose pages are all touched. */
    double offHeapBytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("RssAnon:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * KIBIBYTE - memory("committed");
            }
        }
        throw new IOException("file=" + status + ": has no RssAnon");
    }

    private double memory(String key) throws IOException {
        CompositeData usage = (CompositeData) jmx.attribute("java.lang:type=Memory", "HeapMemoryUsage");
        return ((Number) usage.get(key)).doubleValue();
    }

    /** Returns the bytes read from devices for the process since its start. */
    long readBytes() throws IOException {
        Path io = Path.of("/proc", Long.toString(process.pid()), "io");
        for (String line : Files.readAllLines(io)) {
            if (line.startsWith("read_bytes:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("file=" + io + ": has no read_bytes");
    }

    @Override
    public void close() throws IOException {
        if (process.isAlive()) {
            session.close();
            process.kill();
        }
        FileTree.delete(home().resolve("data"));
        FileTree.delete(home().resolve("lib"));
    }
}
