package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.SmallTier;
import org.ssdtier.benchmarks.node.ToolResult;
import org.ssdtier.segmentlog.checks.Polling;

/**
 * Tests with a damaged, removed or foreign directory of the SSD tier, while the node runs or is down: the node returns
 * correct rows, one WARN gives the reason why the tier dropped rows, and the tier recovers by itself.
 */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TierFaultsIT {
    private static final String TIER_BEAN = "org.apache.cassandra.db:type=SsdRowCache";
    private static final int ROWS = 1_000;
    private static final int FLIP_EVERY_BYTES = 64;
    private static final int PAGE_BYTES = 4096;
    private static final List<String> COUNTERS =
            List.of("ssdHits", "admitted", "bytesWritten", "bytesRead", "deviceReads", "reclaims", "checksumErrors");

    private final Map<Integer, String> expected = new HashMap<>();
    private Path directory;
    private Path tier;
    private NodeSettings settings;
    private WatchedNode node;

    @BeforeAll
    void start(@TempDir Path given) throws IOException {
        directory = given;
        settings = settings("node").build();
        node = WatchedNode.start(settings);
        tier = node.node().home().tierDirectory();
        node.session()
                .execute("CREATE KEYSPACE shop WITH replication = "
                        + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
        for (String table : List.of("goods", "people")) {
            node.session()
                    .execute("CREATE TABLE shop." + table + " (key int PRIMARY KEY, value text) "
                            + "WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        }
        for (int key = 0; key < ROWS; key++) {
            write(key, "first");
        }
        flush();
    }

    @AfterAll
    void stop() throws IOException {
        node.close();
    }

    /** Waits for SSD hits before every test. */
    @BeforeEach
    void fill() throws IOException {
        if (!node.node().isAlive()) {
            node.start();
        }
        node.awaitState("ONLINE");
        assertRows();
        Polling.until("SSD hits", this::readHitsTheSsd);
    }

    @Test
    void flippedBits_whileRunning_areMissesSaidOnce() throws IOException {
        long errors = node.figure("checksumErrors");
        try (Stream<Path> files = Files.list(tier)) {
            for (Path segment : files.filter(TierFaultsIT::isSegment).toList()) {
                flipBits(segment, PAGE_BYTES);
            }
        }
        assertRows();
        assertRows();
        assertTrue(node.figure("checksumErrors") > errors);
        assertEquals(List.of("ONLINE", ""), List.of(node.state(), node.jmx().attribute(TIER_BEAN, "OutageReason")));
        node.awaitOneWarning("has damaged records");
        Polling.until("SSD hits", this::readHitsTheSsd);
    }

    @Test
    void directoryRemoved_whileRunning_tierLeavesItAndMakesANewOne() throws IOException {
        Map<String, Long> before = node.jmx().tierStatistics();
        deleteTree(tier);
        node.awaitOneWarning("was removed, replaced or unmounted");
        assertRows();
        update("second");
        node.awaitState("ONLINE");
        assertTrue(Files.exists(tier.resolve("manifest")));
        assertRows();
        Polling.until("SSD hits", this::readHitsTheSsd);
        Map<String, Long> after = node.jmx().tierStatistics();
        for (String counter : COUNTERS) {
            assertTrue(after.get(counter) >= before.get(counter), counter + before + after);
        }
    }

    @Test
    void secondNode_onTheDirectory_runsWithoutTheSsd_andDropsAForeignCache() throws IOException {
        NodeSettings other = settings("other")
                .yaml("ssd_row_cache.directory", "\"" + tier + "\"")
                .build();
        try (WatchedNode second = WatchedNode.start(other)) {
            assertEquals("OFFLINE", second.state());
            second.awaitOneWarning("is in use by another node");
            assertOutageIsShown(second, "is in use by another node");
            assertRows();
            assertEquals("ONLINE", node.state());
            assertEquals("", node.jmx().attribute(TIER_BEAN, "OutageReason"));
            second.stop();
            node.stop();
            second.start();
            second.awaitState("ONLINE");
            second.awaitOneWarning("it was written under another host id");
            second.stop();
        }
        node.start();
        node.awaitState("ONLINE");
        assertRows();
        node.awaitOneWarning("it was written under another host id");
    }

    /**
     * The newest full segment keeps its footer and the second half of its records, so it is recovered, and reads find
     * the damaged first half. All its records are of the last round, which changed every row, so they are live.
     */
    @Test
    void segmentsDamaged_whileDown_theOthersAreWarm() throws IOException {
        List<SealedSegment> sealed = newestSegments();
        long open = Long.MAX_VALUE;
        for (int round = 0; sealed.size() < 3 || sealed.get(0).sequence() <= open; round++) {
            assertTrue(round < 20, "no full segment after " + round + " rounds: " + sealed);
            open = sealed.isEmpty() ? 0 : sealed.get(0).sequence() + 1;
            for (int key = 0; key < ROWS; key++) {
                write(key, "before the damage " + round);
            }
            flush();
            assertRows();
            sealed = newestSegments();
        }
        node.stop();
        flipBits(
                sealed.get(0).file(), PAGE_BYTES, (int) Files.size(sealed.get(0).file()) / 2);
        truncate(sealed.get(1).file());
        Files.delete(sealed.get(2).file());
        node.start();
        node.awaitState("ONLINE");
        assertRows();
        assertTrue(node.figure("ssdHits") > 0, "undamaged segments stay warm");
        assertTrue(node.figure("checksumErrors") > 0, "damage is detected: " + sealed);
        node.awaitOneWarning("is not as the clean stop left it");
    }

    @Test
    void snapshotDamaged_whileDown_theJournalHasIt() throws IOException {
        node.stop();
        flipBits(tier.resolve("index-snapshot"), PAGE_BYTES);
        node.start();
        node.awaitState("ONLINE");
        assertRows();
        assertTrue(node.figure("ssdHits") > 0, "the tier stays warm");
    }

    @Test
    void manifestMissing_startsCold() throws IOException {
        node.stop();
        Files.delete(tier.resolve("manifest"));
        assertColdStart("without a manifest; their contents are dropped");
    }

    @Test
    void manifestDamaged_startsCold() throws IOException {
        node.stop();
        flipBits(tier.resolve("manifest"), 0);
        assertColdStart("is dropped and recreated");
    }

    /** Checks the rows, and that there is no WARN; {@link CrashWarmIT} measures the fraction of warm rows. */
    @Test
    void kill_dropsNothing_allDataThere() throws IOException {
        update("before the kill");
        node.kill();
        node.start();
        node.awaitState("ONLINE");
        assertRows();
        assertEquals(List.of(), node.warnings(""));
    }

    /** Neither the snapshot nor the journal tells the content of the SSD. */
    @Test
    void killWithoutAJournal_startsCold() throws IOException {
        update("before the kill");
        node.kill();
        try (Stream<Path> files = Files.list(tier)) {
            for (Path file : files.filter(file -> file.getFileName().toString().startsWith("journal-"))
                    .toList()) {
                Files.delete(file);
            }
        }
        assertColdStart("its journal cannot be used");
    }

    @Test
    void startWithoutTheCacheInBetween_dropsItsRows() throws IOException {
        node.stop();
        node.startAs(settings.toBuilder().rowCacheSize("0MiB").build());
        assertFalse(node.jmx().hasTier());
        for (int key = 0; key < ROWS; key += 3) {
            write(key, "without the cache");
        }
        node.stop();
        node.startAs(settings);
        node.awaitState("ONLINE");
        assertRows();
        node.awaitOneWarning("their SSTables, the schema catalogue or the host are not those of the clean stop");
    }

    @Test
    void sstablesRemoved_whileDown_theirRowsDoNotComeBack() throws IOException {
        node.session().execute("INSERT INTO shop.people (key, value) VALUES (1, 'one')");
        flush();
        assertEquals("one", read("people", 1));
        node.stop();
        try (Stream<Path> files = Files.walk(node.node().home().directory().resolve("data/data/shop"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.getParent().getFileName().toString().startsWith("people-")) {
                    Files.delete(file);
                }
            }
        }
        node.start();
        node.awaitState("ONLINE");
        assertNull(read("people", 1));
        node.awaitOneWarning("their SSTables, the schema catalogue or the host are not those of the clean stop");
        assertRows();
        assertTrue(node.figure("ssdHits") > 0, "the other table stays warm");
    }

    /** Verified by mutation: a tool that starts the tier marks the directory open, and every table is cold. */
    @Test
    void offlineScrub_ofOneTable_costsThatTableOnly() throws IOException {
        node.session().execute("INSERT INTO shop.people (key, value) VALUES (1, 'one')");
        flush();
        assertEquals("one", read("people", 1));
        node.stop();
        Map<String, String> stopped = Fingerprints.of(tier);
        ToolResult scrub = node.node().run("bin/sstablescrub", "shop", "people");
        assertEquals(0, scrub.exitCode(), scrub::output);
        assertFalse(scrub.output().contains("ssdtier"), scrub::output);
        assertEquals(stopped, Fingerprints.of(tier));
        node.start();
        node.awaitState("ONLINE");
        node.awaitOneWarning("their SSTables, the schema catalogue or the host are not those of the clean stop");
        assertEquals("one", read("people", 1));
        assertRows();
        assertTrue(node.figure("ssdHits") > 0, "the other table stays warm");
    }

    private NodeSettings.Builder settings(String name) throws IOException {
        return SmallTier.on(NodeSettings.in(directory.resolve(name)))
                .heap("384M")
                .ports(NodePorts.free())
                .yaml("ssd_row_cache.admission", "all")
                // each row that is read from a damaged segment counts, and how many are depends on what memory holds
                .yaml("ssd_row_cache.io_error_threshold", String.valueOf(10 * ROWS));
    }

    /** Checks that every view of an operator has the reason for OFFLINE and the time of the next attempt. */
    private static void assertOutageIsShown(WatchedNode node, String reason) throws IOException {
        String byJmx = (String) node.jmx().attribute(TIER_BEAN, "OutageReason");
        assertTrue(byJmx.contains(reason), byJmx);
        assertTrue((long) node.jmx().attribute(TIER_BEAN, "NextAttemptMillis") >= 0);
        Row status = node.session()
                .execute("SELECT value FROM system_ssdtier.status WHERE name = 'outageReason'")
                .one();
        assertTrue(status != null && status.getString("value").contains(reason), () -> "status: " + status);
        Row next = node.session()
                .execute("SELECT value FROM system_ssdtier.status WHERE name = 'nextAttemptMillis'")
                .one();
        assertTrue(next != null && Long.parseLong(next.getString("value")) >= 0, () -> "status: " + next);
        String stats = node.node().nodetool("ssdrowcache", "stats").output();
        assertTrue(stats.contains(reason) && stats.contains("; next attempt in "), stats);
        String json = node.node().nodetool("ssdrowcache", "stats", "--json").output();
        assertTrue(json.contains(reason) && json.contains("\"nextAttemptMillis\""), json);
    }

    private void assertColdStart(String reason) throws IOException {
        node.start();
        node.awaitState("ONLINE");
        assertEquals(0, node.figure("entries"));
        assertRows();
        node.awaitOneWarning(reason);
        assertEquals(1, node.warnings("").size(), () -> "other WARNs than: " + reason);
    }

    private boolean readHitsTheSsd() throws IOException {
        long before = node.figure("ssdHits");
        assertRows();
        return node.figure("ssdHits") > before;
    }

    private void assertRows() {
        for (int key = 0; key < ROWS; key++) {
            assertEquals(expected.get(key), read("goods", key), "key=" + key);
        }
    }

    private void update(String version) throws IOException {
        for (int key = 0; key < ROWS; key += 2) {
            write(key, version);
        }
        flush();
        for (int key = 0; key < ROWS; key += 5) {
            write(key, version + ", not flushed");
        }
    }

    private void write(int key, String version) {
        String value = version + " of " + key + " " + "x".repeat(3_000);
        node.session().execute("INSERT INTO shop.goods (key, value) VALUES (?, ?)", key, value);
        expected.put(key, value);
    }

    private @Nullable String read(String table, int key) {
        Row row = node.session()
                .execute("SELECT value FROM shop." + table + " WHERE key = ?", key)
                .one();
        return row == null ? null : row.getString("value");
    }

    private void flush() throws IOException {
        new NodeVerbs(node.jmx(), "shop").flush("goods", "people");
    }

    /** Returns the sealed segments, the newest first. */
    private List<SealedSegment> newestSegments() {
        return node.session().execute("SELECT * FROM system_ssdtier.segments").all().stream()
                .filter(segment -> "SEALED".equals(segment.getString("state")))
                .map(segment -> new SealedSegment(
                        tier.resolve(String.format("segment-%05d", segment.getInt("slot"))),
                        segment.getLong("sequence")))
                .sorted(Comparator.comparingLong(SealedSegment::sequence).reversed())
                .toList();
    }

    private static void truncate(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(file.length() / 2);
        }
    }

    private static boolean isSegment(Path file) {
        return file.getFileName().toString().startsWith("segment-");
    }

    private static void flipBits(Path path, int fromOffset) throws IOException {
        flipBits(path, fromOffset, (int) Files.size(path));
    }

    /** Flips one bit in every 64 bytes, which damages every header regardless of its position. */
    private static void flipBits(Path path, int fromOffset, int toOffset) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            byte[] bytes = new byte[(int) file.length()];
            file.readFully(bytes);
            for (int at = fromOffset; at < toOffset; at += FLIP_EVERY_BYTES) {
                bytes[at] ^= 4;
            }
            file.seek(0);
            file.write(bytes);
            file.getFD().sync();
        }
    }

    private static void deleteTree(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** A segment that is not written to any more; later segments have higher sequence numbers. */
    private record SealedSegment(Path file, long sequence) {}
}
