package org.ssdtier.benchmarks.lifetimes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.Needed;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.SmallTier;
import org.ssdtier.node.lifetimes.Lifetime;
import org.ssdtier.node.lifetimes.WriteHints;
import org.ssdtier.segmentlog.checks.Polling;

/** Tests that the kernel knows the configured lifetime of every file that a node writes, and none if it is switched off. */
@Tag("integration")
final class LifetimesIT {
    private static final String KEYSPACE = "drive";
    private static final String OF_LEVELS = "levelled";
    private static final String OF_SIZES = "sized";
    /** Tables by name, with the class of their compaction strategy. */
    private static final Map<String, String> TABLES = new TreeMap<>(Map.of(
            OF_SIZES,
            "SizeTieredCompactionStrategy', 'enabled': 'false",
            OF_LEVELS,
            "LeveledCompactionStrategy', 'enabled': 'false', 'sstable_size_in_mb': '1', 'fanout_size': '2",
            "unified",
            "UnifiedCompactionStrategy', 'enabled': 'false",
            "windows",
            "TimeWindowCompactionStrategy', 'enabled': 'false"));

    private static final int ROWS = 100;
    private static final int LEVELLED_ROWS = 500;
    private static final int VALUE_BYTES = 3_000;
    private static final int FLUSHES_OF_TIER_1 = 4;
    private static final int FLUSHES_OF_TIER_2 = 16;

    private final Random random = new Random(18);

    private static final long DEVICE_BYTES = 1L << 30;

    @TempDir
    private Path directory;

    /** The directory of the node. */
    private Path home;

    @BeforeEach
    void placeNode() {
        home = directory.resolve("node");
    }

    /** Without the advice on {@code SSTableWriter}'s constructor all SSTables have none. */
    @Test
    void files_ofANode_haveTheConfiguredLifetimes() throws Exception {
        checkNode();
    }

    /** The same on a loop device with each file system; skipped where no device can be emulated. */
    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs"})
    void files_onALoopDevice_haveThemToo(String fileSystem) throws Exception {
        DeviceRegistry host =
                DeviceRegistry.open(Checkout.locate(), directory.toRealPath().resolve("records"), line -> {});
        Needed.drives(host);
        Needed.program("mkfs." + fileSystem);
        try (EmulatedDevice device =
                host.up(DeviceRequest.of("lifetimes-it-" + fileSystem, host.profile("none"), 1, DEVICE_BYTES))) {
            if (fileSystem.equals("xfs")) {
                device.formatAsXfs();
            }
            home = device.mountPoint().resolve("node");
            Files.createDirectory(home);
            assertEquals(fileSystem, Files.getFileStore(home).type());
            checkNode();
        }
    }

    private void checkNode() throws Exception {
        try (NodeProcess node = NodeProcess.start(settings())) {
            create(node);
            for (int flush = 0; flush < FLUSHES_OF_TIER_1; flush++) {
                writeAndFlush(node, List.copyOf(TABLES.keySet()));
            }
            TABLES.keySet().forEach(table -> awaitLifetime(Lifetime.MEDIUM, table));
            await(List.of(Lifetime.SHORT.value()), () -> of(data().resolve("commitlog"), "CommitLog-"));
            await(List.of(Lifetime.MEDIUM.value()), () -> of(node.home().tierDirectory(), "segment-"));
            await(List.of(Lifetime.EXTREME.value()), () -> of(data().resolve("schema_catalogue"), "segment-"));

            compact(node, TABLES.keySet().toArray(String[]::new));
            Map<Long, Integer> levels = levels(node);
            await(levels, () -> counts(OF_LEVELS));
            List.of(OF_SIZES, "unified", "windows").forEach(table -> awaitLifetime(Lifetime.LONG, table));
            for (int flush = FLUSHES_OF_TIER_1; flush < FLUSHES_OF_TIER_2; flush++) {
                writeAndFlush(node, List.of(OF_SIZES));
            }
            compact(node, OF_SIZES);
            awaitLifetime(Lifetime.EXTREME, OF_SIZES);
            readTwice(node);
            assertFigures(node);
            restartWithout(node);
        }
    }

    private NodeSettings settings() throws IOException {
        return SmallTier.on(NodeSettings.in(home))
                .heap("384M")
                .ports(NodePorts.free())
                .yaml("ssd_row_cache.admission", "all")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("commitlog_segment_size", "1MiB")
                .yaml("schema_catalogue.enabled", "true")
                .yaml("write_lifetimes.compaction_tiers", "[long, extreme]")
                .yaml("write_lifetimes.enabled", "true")
                .build();
    }

    private static void create(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            session.execute("CREATE KEYSPACE " + KEYSPACE
                    + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
            TABLES.forEach((table, strategy) -> session.execute("CREATE TABLE " + KEYSPACE + "." + table
                    + " (key bigint PRIMARY KEY, value blob) WITH compression = {'enabled': false}"
                    + " AND caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}"
                    + " AND compaction = {'class': '" + strategy + "'}"));
        }
    }

    private void writeAndFlush(NodeProcess node, List<String> tables) throws IOException {
        byte[] value = new byte[VALUE_BYTES];
        try (CqlSession session = node.session();
                NodeJmx jmx = node.jmx()) {
            for (String table : tables) {
                PreparedStatement insert =
                        session.prepare("INSERT INTO " + KEYSPACE + "." + table + " (key, value) VALUES (?, ?)");
                List<CompletionStage<?>> pending = new ArrayList<>();
                int rows = table.equals(OF_LEVELS) ? LEVELLED_ROWS : ROWS;
                for (int row = 0; row < rows; row++) {
                    random.nextBytes(value);
                    pending.add(session.executeAsync(insert.bind(random.nextLong(), ByteBuffer.wrap(value.clone()))));
                }
                pending.forEach(write -> write.toCompletableFuture().join());
            }
            new NodeVerbs(jmx, KEYSPACE).flush(tables.toArray(String[]::new));
        }
    }

    private static void compact(NodeProcess node, String... tables) throws IOException {
        try (NodeJmx jmx = node.jmx()) {
            assertTrue(new NodeVerbs(jmx, KEYSPACE).compact(tables));
        }
    }

    /** Reads more rows than memory holds, so that the SSD is written. */
    private static void readTwice(NodeProcess node) throws IOException {
        try (CqlSession session = node.session()) {
            List<Long> keys = session.execute("SELECT key FROM " + KEYSPACE + "." + OF_SIZES).all().stream()
                    .map(row -> row.getLong("key"))
                    .toList();
            PreparedStatement select =
                    session.prepare("SELECT value FROM " + KEYSPACE + "." + OF_SIZES + " WHERE key = ?");
            for (int pass = 0; pass < 2; pass++) {
                keys.forEach(key -> assertEquals(
                        VALUE_BYTES,
                        session.execute(select.bind(key))
                                .one()
                                .getByteBuffer("value")
                                .remaining()));
            }
        }
    }

    /** Returns the number of SSTables by the lifetime of their level. */
    private static Map<Long, Integer> levels(NodeProcess node) throws IOException {
        try (NodeJmx jmx = node.jmx()) {
            int[] counts = (int[]) jmx.attribute(
                    "org.apache.cassandra.db:type=Tables,keyspace=" + KEYSPACE + ",table=" + OF_LEVELS,
                    "SSTableCountPerLevel");
            Map<Long, Integer> levels = new TreeMap<>();
            for (int level = 1; level < counts.length; level++) {
                if (counts[level] > 0) {
                    long lifetime = level == 1 ? Lifetime.LONG.value() : Lifetime.EXTREME.value();
                    levels.merge(lifetime, counts[level], Integer::sum);
                }
            }
            assertEquals(0, counts[0], "SSTables of level 0");
            assertEquals(2, levels.size(), "levels 1 and above: " + levels);
            return levels;
        }
    }

    /** Returns the number of data files of a table by their lifetime. */
    private Map<Long, Integer> counts(String table) throws IOException {
        Map<Long, Integer> counts = new TreeMap<>();
        for (Path file : files(table)) {
            if (file.toString().endsWith("-Data.db")) {
                counts.merge(WriteHints.get(file.toString()), 1, Integer::sum);
            }
        }
        return counts;
    }

    /** Waits until all files of a table's SSTables have one lifetime: a node deletes compacted SSTables with a delay. */
    private void awaitLifetime(Lifetime lifetime, String table) {
        await(List.of(lifetime.value()), () -> lifetimes(files(table)));
    }

    /** A view of files that may be deleted meanwhile. */
    @FunctionalInterface
    private interface View<T> {
        T now() throws IOException;
    }

    private static <T> void await(T expected, View<T> view) {
        Polling.value("lifetimes=" + expected, () -> found(view), expected::equals);
    }

    private static Object found(View<?> view) {
        try {
            return view.now();
        } catch (IOException | UncheckedIOException | IllegalStateException gone) {
            return gone; // a file was deleted after it was listed
        }
    }

    /** Returns the files of a table's SSTables, without the list of components, which Cassandra writes by other means. */
    private List<Path> files(String table) throws IOException {
        Path keyspace = data().resolve("data").resolve(KEYSPACE);
        try (Stream<Path> files = Files.walk(keyspace)) {
            return files.filter(file -> file.getFileName().toString().matches("\\w+-\\w+-\\w+-(?!TOC).+")
                            && file.getParent().getFileName().toString().startsWith(table + "-"))
                    .toList();
        }
    }

    private static List<Long> of(Path directory, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return lifetimes(files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .toList());
        }
    }

    private static List<Long> lifetimes(List<Path> files) {
        assertFalse(files.isEmpty());
        return files.stream()
                .map(file -> WriteHints.get(file.toString()))
                .distinct()
                .sorted()
                .toList();
    }

    private Path data() {
        return home.resolve("data");
    }

    private static void assertFigures(NodeProcess node) throws IOException {
        try (CqlSession session = node.session();
                NodeJmx jmx = node.jmx()) {
            double shares = 0;
            for (Row row : session.execute("SELECT * FROM system_ssdtier.write_lifetimes")) {
                shares += row.getDouble("share");
            }
            assertEquals(1, shares, 1e-9);
            for (String kind : List.of("commit_log", "flush", "compaction_1", "compaction_2", "row_cache")) {
                Row row = session.execute("SELECT * FROM system_ssdtier.write_lifetimes WHERE kind = ?", kind)
                        .one();
                assertTrue(row.getLong("files") > 0, kind);
                assertTrue(row.getLong("bytes") > 0, kind);
                double metric = jmx.metric("org.apache.cassandra.metrics:type=WriteKind,scope=" + kind + ",name=Bytes");
                assertTrue(metric >= row.getLong("bytes"), kind);
            }
            long rows = FLUSHES_OF_TIER_1 * ((TABLES.size() - 1L) * ROWS + LEVELLED_ROWS)
                    + (FLUSHES_OF_TIER_2 - FLUSHES_OF_TIER_1) * (long) ROWS;
            double flushed = jmx.metric("org.apache.cassandra.metrics:type=WriteKind,scope=flush,name=Bytes");
            assertTrue(flushed > rows * VALUE_BYTES, "flushed=" + flushed);
            assertEquals(0, jmx.metric("org.apache.cassandra.metrics:type=WriteLifetime,name=Refused"));
        }
    }

    private void restartWithout(NodeProcess node) throws IOException {
        node.stop();
        Path yaml = node.home().yamlFile();
        String on = "write_lifetimes:\n  enabled: true";
        String text = Files.readString(yaml);
        assertTrue(text.contains(on), text);
        Files.writeString(yaml, text.replace(on, "write_lifetimes:\n  enabled: false"));
        List<Path> before = files(OF_SIZES);
        node.restart();
        writeAndFlush(node, List.of(OF_SIZES));
        List<Path> added = new ArrayList<>(files(OF_SIZES));
        added.removeAll(before);
        assertEquals(List.of(Lifetime.NOT_SET), lifetimes(added));
        await(List.of(Lifetime.NOT_SET), () -> of(data().resolve("commitlog"), "CommitLog-"));
        try (CqlSession session = node.session()) {
            assertNull(session.execute("SELECT * FROM system_virtual_schema.tables"
                            + " WHERE keyspace_name = 'system_ssdtier' AND table_name = 'write_lifetimes'")
                    .one());
        }
    }
}
