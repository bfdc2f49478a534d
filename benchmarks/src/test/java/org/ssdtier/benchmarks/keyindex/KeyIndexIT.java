package org.ssdtier.benchmarks.keyindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.segmentlog.checks.Polling;

/**
 * Reads of a node with key indexes, compared with a model: over several SSTables, with deleted, absent and large
 * partitions, after a compaction, and after a kill.
 */
@Tag("integration")
final class KeyIndexIT {
    private static final String KEYSPACE = "indexed";
    private static final int KEYS = 700;
    private static final int ROUNDS = 3;
    private static final int LARGE_KEY = 7;
    private static final int LARGE_ROWS = 200;
    private static final int LARGE_VALUE_BYTES = 500;

    private final Map<Integer, ByteBuffer> model = new TreeMap<>();
    private final Random random = new Random(1);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"big", "bti"})
    void reads_withKeyIndexes_equalTheModel(String format) throws IOException {
        try (NodeProcess node = NodeProcess.start(settings(format))) {
            try (CqlSession session = node.session();
                    NodeJmx jmx = node.jmx()) {
                assertWritesAreIndexed(session, jmx);
            }
            node.kill();
            node.restart();
            try (CqlSession session = node.session();
                    NodeJmx jmx = node.jmx()) {
                assertFilesAreFoundAgain(session, jmx);
                if (format.equals("bti")) { // once is enough: the keeper looks every ten seconds
                    assertRemovedFilesAreMadeAgain(session);
                }
                assertDraftsAreOfTheirOwnSSTable(session, jmx);
            }
        }
    }

    private void assertWritesAreIndexed(CqlSession session, NodeJmx jmx) throws IOException {
        create(session);
        for (int round = 0; round < ROUNDS; round++) {
            write(session, jmx);
            await(session, "files", files -> files > 0);
            await(session, "sstablesWithout", missing -> missing == 0);
            assertReads(session);
        }
        assertTrue(figure(session, "found") > KEYS, "found=" + figure(session, "found"));
        assertTrue(figure(session, "absent") > 0);
        assertTrue(figure(session, "unknown") > 0, "the large partition has an index of its own");
        assertTrue(figure(session, "builtFromDrafts") > 0);
    }

    private void assertFilesAreFoundAgain(CqlSession session, NodeJmx jmx) throws IOException {
        await(session, "sstablesWithout", missing -> missing == 0);
        assertEquals(0, figure(session, "built"), "the files were found again");
        assertReads(session);
        new NodeVerbs(jmx, KEYSPACE).compact("rows");
        await(session, "built", built -> built > 0);
        await(session, "sstablesWithout", missing -> missing == 0);
        assertReads(session);
        assertEquals(0, figure(session, "errors"));
        assertEquals(0, figure(session, "checksumErrors"));
    }

    /** The directory is removed while the node runs: no restart is needed. */
    private void assertRemovedFilesAreMadeAgain(CqlSession session) throws IOException {
        long built = figure(session, "built");
        Files.move(directory.resolve("keys"), directory.resolve("removed"));
        FileTree.delete(directory.resolve("removed"));
        assertReads(session);
        await(session, "built", now -> now > built);
        await(session, "sstablesWithout", missing -> missing == 0);
        assertEquals(1, figure(session, "online"));
        assertReads(session);
    }

    /**
     * A table is dropped and created again with its ID, as from a snapshot's {@code schema.cql}: its SSTables get the same names. The
     * flush of the drop leaves a draft that nobody fetches. Checked by removal: the draft answers for the imported SSTable.
     */
    private void assertDraftsAreOfTheirOwnSSTable(CqlSession session, NodeJmx jmx) throws IOException {
        String create = " (k int PRIMARY KEY, v int) WITH ID = ";
        UUID source = UUID.randomUUID();
        UUID again = UUID.randomUUID();
        session.execute("CREATE TABLE indexed.source" + create + source);
        insert(session, "source", KEYS);
        NodeVerbs verbs = new NodeVerbs(jmx, KEYSPACE);
        long filesBefore = figure(session, "files");
        verbs.flush("source");
        await(session, "files", now -> now > filesBefore);
        session.execute("CREATE TABLE indexed.again" + create + again);
        insert(session, "again", 0);
        session.execute("DROP TABLE indexed.again");
        session.execute("CREATE TABLE indexed.again" + create + again);
        long files = figure(session, "files");
        verbs.importSSTables("again", data(source), false);
        await(session, "files", now -> now > files);
        PreparedStatement select = session.prepare("SELECT v FROM indexed.again WHERE k = ?");
        for (int key = KEYS; key < 2 * KEYS; key++) {
            assertEquals(key, session.execute(select.bind(key)).one().getInt("v"));
        }
    }

    private static void insert(CqlSession session, String table, int from) {
        PreparedStatement insert = session.prepare("INSERT INTO indexed." + table + " (k, v) VALUES (?, ?)");
        for (int key = from; key < from + KEYS; key++) {
            session.execute(insert.bind(key, key));
        }
    }

    /** Returns the directory of the table's SSTables. */
    private Path data(UUID table) throws IOException {
        String suffix = "-" + table.toString().replace("-", "");
        try (Stream<Path> paths = Files.walk(directory.resolve("node"))) {
            return paths.filter(path -> path.toString().endsWith(suffix))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private NodeSettings settings(String format) throws IOException {
        return NodeSettings.in(directory.resolve("node"))
                .heap("384M")
                .ports(NodePorts.free())
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("key_cache_size", "0MiB")
                .yaml("sstable", "{selected_format: " + format + "}")
                .yaml("ssd_key_index.enabled", "true")
                .yaml("ssd_key_index.directory", "\"" + directory.resolve("keys") + "\"")
                .yaml("ssd_key_index.allow_shared_device", "true")
                .yaml("ssd_key_index.min_keys", "1")
                .build();
    }

    private static void create(CqlSession session) {
        session.execute("CREATE KEYSPACE " + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE indexed.rows (k int, c int, v blob, PRIMARY KEY (k, c))");
    }

    /** Overwrites some rows, deletes some and flushes. */
    private void write(CqlSession session, NodeJmx jmx) throws IOException {
        PreparedStatement insert = session.prepare("INSERT INTO indexed.rows (k, c, v) VALUES (?, 0, ?)");
        PreparedStatement delete = session.prepare("DELETE FROM indexed.rows WHERE k = ?");
        PreparedStatement large = session.prepare("INSERT INTO indexed.rows (k, c, v) VALUES (?, ?, ?)");
        Map<Integer, ByteBuffer> batch = new HashMap<>();
        for (int i = 0; i < KEYS; i++) {
            byte[] value = new byte[1 + random.nextInt(100)];
            random.nextBytes(value);
            batch.put(10 + random.nextInt(KEYS), ByteBuffer.wrap(value));
        }
        batch.forEach((key, value) -> session.execute(insert.bind(key, value)));
        model.putAll(batch);
        for (int i = 0; i < KEYS / 20; i++) {
            int key = 10 + random.nextInt(KEYS);
            session.execute(delete.bind(key));
            model.remove(key);
        }
        for (int row = 0; row < LARGE_ROWS; row++) {
            session.execute(large.bind(LARGE_KEY, row, ByteBuffer.allocate(LARGE_VALUE_BYTES)));
        }
        new NodeVerbs(jmx, KEYSPACE).flush("rows");
    }

    private void assertReads(CqlSession session) {
        PreparedStatement select = session.prepare("SELECT v FROM indexed.rows WHERE k = ?");
        for (int key = 10; key < 2 * KEYS; key += 2) {
            Row row = session.execute(select.bind(key)).one();
            assertEquals(model.get(key), row == null ? null : row.getByteBuffer("v"), "key=" + key);
        }
        PreparedStatement one = session.prepare("SELECT c FROM indexed.rows WHERE k = ? AND c = ?");
        int row = random.nextInt(LARGE_ROWS);
        assertEquals(row, session.execute(one.bind(LARGE_KEY, row)).one().getInt("c"));
    }

    private static long figure(CqlSession session, String name) {
        return session.execute("SELECT value FROM system_ssd_key_index.status WHERE name = ?", name)
                .one()
                .getLong("value");
    }

    private static void await(CqlSession session, String name, Predicate<Long> expected) {
        Polling.value(name, () -> figure(session, name), expected);
    }
}
