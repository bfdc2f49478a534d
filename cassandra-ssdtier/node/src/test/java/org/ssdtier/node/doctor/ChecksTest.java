package org.ssdtier.node.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.node.doctor.Finding.Level;
import org.ssdtier.segmentlog.device.NanoClock;

/** Tests of single checks of the doctor, on good and bad input. */
@Tag("unit")
final class ChecksTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path directory;

    @Test
    void nofile_isComparedWithTheSegments() {
        assertEquals(
                Level.OK, ProcessCheck.nofile("pid=1", 1L << 20, 500L, 2_048).level());
        assertEquals(
                Level.WARN, ProcessCheck.nofile("pid=1", 65_536L, 500L, 2_048).level());
        assertEquals(
                Level.WARN,
                ProcessCheck.nofile("pid=1", 1L << 20, 500L, 600_000).level());
        assertEquals(
                Level.FAIL, ProcessCheck.nofile("pid=1", 2_048L, null, 2_048).level());
        assertEquals(
                Level.FAIL, ProcessCheck.nofile("pid=1", 2_100L, 100L, 2_048).level());
        assertEquals(Level.WARN, ProcessCheck.nofile("pid=1", null, null, 2_048).level());
        assertTrue(ProcessCheck.nofile("pid=1", Long.MAX_VALUE, 0L, 4).found().contains("nofile=unlimited"));
    }

    @Test
    void allocator_isJemallocOrNot() {
        assertEquals(
                Level.OK,
                ProcessCheck.allocator("pid=1", "/lib/libjemalloc.so.2").level());
        assertEquals(Level.WARN, ProcessCheck.allocator("pid=1", "").level());
        assertEquals(Level.WARN, ProcessCheck.allocator("pid=1", null).level());
    }

    @Test
    void memory_mustLeaveAPageCache() {
        assertEquals(Level.OK, memory(8, 1).level());
        assertEquals(Level.WARN, memory(14, 1).level());
        assertEquals(Level.FAIL, memory(14, 2).level());
        assertEquals(GIB, MemoryCheck.defaultHeapBytes(2 * GIB));
        assertEquals(8 * GIB, MemoryCheck.defaultHeapBytes(64 * GIB));
    }

    private static Finding memory(long heapGib, long indexGib) {
        return new MemoryCheck(16 * GIB, heapGib * GIB, true, indexGib * GIB, GIB / 4).finding();
    }

    @Test
    void heap_isThatOfTheLastOption() {
        assertEquals(OptionalLong.of(4 * GIB), ObservedProcess.heapBytes(List.of("-Xmx1G", "-ea", "-Xmx4096m")));
        assertEquals(OptionalLong.of(1_000), ObservedProcess.heapBytes(List.of("-Xmx1000")));
        assertEquals(OptionalLong.empty(), ObservedProcess.heapBytes(List.of("#-Xmx1G", "-Xms1G")));
    }

    @Test
    void alerts_thatHold_areFound() {
        Map<String, Long> calm = Map.of("demotions", 1_000L, "droppedPending", 90L, "indexDisplaced", 5L);
        assertAlerts(calm, calm, 0.99);
        assertAlerts(calm, with(calm, "demotions", 2_000L, "droppedPending", 180L), 0.99);
        assertAlerts(calm, with(calm, "demotions", 2_000L, "droppedPending", 200L), 0.5, "SsdRowCacheDropsEvictions");
        assertAlerts(calm, with(calm, "indexDisplaced", 6L), 0.95);
        assertAlerts(calm, with(calm, "indexDisplaced", 6L), 0.96, "SsdRowCacheIndexFull");
        assertAlerts(calm, with(calm, "errors", 1L), 0, "SsdRowCacheErrors");
        assertAlerts(calm, with(calm, "checksumErrors", 10L), 0);
        assertAlerts(calm, with(calm, "checksumErrors", 11L), 0, "SsdRowCacheDamagedRecords");
        Map<String, Long> damaged = with(calm, "checksumErrors", 11L);
        assertAlerts(damaged, damaged, 0);
        Found.assertFound(
                AlertCheck.of(tier("ONLINE", damaged, 0), tier("ONLINE", damaged, 0), 2, 60),
                Level.FAIL,
                "alerts",
                "checksumErrors=11 within an hour");
    }

    /** Prometheus has the same alerts, so that the two do not drift apart. */
    @Test
    void alerts_areThoseOfPrometheus() throws IOException {
        String text = Files.readString(Path.of("../../conf/prometheus/alerts.yml"));
        Set<String> known = new TreeSet<>(AlertCheck.ALERTS);
        known.addAll(AlertCheck.NOT_SEEN);
        Set<String> rules = text.lines()
                .filter(line -> line.contains("- alert: "))
                .map(line -> line.replaceAll(".*- alert: ", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(rules, known);
        assertEquals(AlertCheck.ALERTS.size() + AlertCheck.NOT_SEEN.size(), known.size());
    }

    @Test
    void alerts_onErrorsHitsAndTheOthers_areFound() {
        Map<String, Long> calm = Map.of("demotions", 1_000L, "ssdHits", 1_000L);
        assertAlerts(calm, with(calm, "ioErrors", 1L), 0, "SsdRowCacheIoErrors");
        assertAlerts(calm, with(calm, "ssdHits", 1_200L, "lateReads", 1L, "refusedReads", 1L), 0);
        assertAlerts(
                calm, with(calm, "ssdHits", 1_200L, "lateReads", 1L, "refusedReads", 2L), 0, "SsdRowCacheLateReads");
        assertAlerts(calm, with(calm, "demotions", 1_100L, "rejectedWriteRate", 50L), 0);
        assertAlerts(calm, with(calm, "demotions", 1_100L, "rejectedWriteRate", 51L), 0, "SsdRowCacheWriteBudget");
        assertAlerts(calm, with(calm, "ssdHits", 1_009L, "misses", 100L), 0);
        assertAlerts(calm, with(calm, "ssdHits", 1_009L, "misses", 100L, "reclaims", 1L), 0, "SsdRowCacheLowHitRatio");
        assertAlerts(calm, with(calm, "ssdHits", 1_010L, "misses", 100L, "reclaims", 1L), 0);
        assertAlerts(calm, with(calm, "capacityBytes", 95L, TierFigures.CONFIGURED_BYTES, 100L), 0);
        assertAlerts(
                calm, with(calm, "capacityBytes", 94L, TierFigures.CONFIGURED_BYTES, 100L), 0, "SsdRowCacheShrunk");
        assertAlerts(calm, with(calm, TierFigures.KEY_INDEX_ONLINE, 1L, TierFigures.CATALOGUE_OPEN, 1L), 0);
        assertAlerts(
                calm,
                with(calm, TierFigures.KEY_INDEX_ONLINE, 0L, TierFigures.CATALOGUE_OPEN, 0L),
                0,
                "SsdKeyIndexOffline",
                "SchemaCatalogueClosed");
        assertAlerts(calm, with(calm, TierFigures.CATALOGUE_UNWRITTEN, 1L), 0, "SchemaCatalogueNotWritten");
        assertAlerts(calm, with(calm, TierFigures.CATALOGUE_SYNC_FAILURES, 1L), 0, "SchemaCatalogueNotWritten");
        Map<String, Long> waiting = with(calm, TierFigures.CATALOGUE_PENDING, 3L, TierFigures.CATALOGUE_SYNCS, 7L);
        assertAlerts(waiting, waiting, 0, "SchemaCatalogueNotWritten");
        assertAlerts(calm, waiting, 0);
        assertAlerts(waiting, with(waiting, TierFigures.CATALOGUE_SYNCS, 8L), 0);
        assertAlerts(waiting, with(waiting, TierFigures.CATALOGUE_PENDING, 0L), 0);
    }

    @Test
    void alerts_onStates_areFound() {
        for (Map.Entry<String, String> alert : Map.of(
                        "PAUSED", "SsdRowCachePaused", "RECOVERING", "SsdRowCacheRecovering")
                .entrySet()) {
            TierFigures tier = tier(alert.getKey(), Map.of(), 0);
            Found.assertFound(AlertCheck.of(tier, tier, 2, 60), Level.WARN, "alerts", alert.getValue());
        }
    }

    private static void assertAlerts(Map<String, Long> before, Map<String, Long> after, double fill, String... alerts) {
        List<Finding> findings = AlertCheck.of(tier("ONLINE", before, fill), tier("ONLINE", after, fill), 2, 100_000);
        assertEquals(
                List.of(alerts),
                findings.stream()
                        .filter(finding -> finding.level() != Level.OK)
                        .map(finding -> finding.found().replaceAll(":.*", ""))
                        .toList());
    }

    private static TierFigures tier(String state, Map<String, Long> statistics, double indexFill) {
        return new TierFigures(state, "", statistics, Map.of("indexFill", indexFill), Map.of());
    }

    private static Map<String, Long> with(Map<String, Long> statistics, Object... changes) {
        Map<String, Long> changed = new HashMap<>(statistics);
        for (int i = 0; i < changes.length; i += 2) {
            changed.put((String) changes[i], (Long) changes[i + 1]);
        }
        return changed;
    }

    @Test
    void tables_thatWouldGainOrLose_areFound() {
        assertAdvice("would gain", "ALL", table(100_000, 20_000, 2, 3_000, false, 0, 0));
        assertAdvice(null, null, table(100_000, 20_000, 0, 3_000, false, 0, 0));
        assertAdvice(null, null, table(100_000, 20_000, 2, 3 << 20, false, 0, 0));
        assertAdvice(null, null, table(100_000, 2_000_000, 2, 3_000, false, 0, 0));
        assertAdvice(null, null, table(999, 0, 2, 3_000, false, 0, 0));
        assertAdvice(null, null, table(100_000, 20_000, 2, 3_000, true, 80_000, 100_000));
        assertAdvice("wanted only once", "NONE", table(100_000, 20_000, 2, 3_000, true, 8_000, 100_000));
        assertAdvice("larger than max_row_size", "NONE", table(2_000, 0, 2, 3 << 20, true, 0, 2_000));
        assertAdvice("mostly written", "NONE", table(100_000, 2_000_000, 2, 3_000, true, 5_000, 100_000));
        assertAdvice(null, null, table(100_000, 2_000_000, 2, 3_000, true, 90_000, 100_000));
        assertAdvice(null, null, table(100_000, 20_000, 2, 100_000, false, 0, 0));
    }

    @Test
    void tables_ofANodeThatIsNotWarm_areNotJudged() {
        TableFigures cold = table(100_000, 20_000, 2, 3_000, true, 8_000, 100_000);
        List<Finding> findings = TablesCheck.of(List.of(cold), 1 << 20, 3_599);
        assertEquals(Level.OK, findings.get(0).level(), findings.toString());
    }

    /** A table with little of the node's reads is not worth a line. */
    @Test
    void tables_withFewOfTheReads_areLeftOut() {
        TableFigures large = new TableFigures("shop", "large", 10_000_000, 0, 1, 100, true, 9_000_000, 10_000_000);
        List<Finding> findings = TablesCheck.of(List.of(large, table(2_000, 0, 2, 3_000, false, 0, 0)), 1 << 20, 3_600);
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(Level.OK, findings.get(0).level());
    }

    private static TableFigures table(
            long reads, long writes, double sstables, long bytes, boolean isCached, long hits, long lookups) {
        return new TableFigures("shop", "goods", reads, writes, sstables, bytes, isCached, hits, lookups);
    }

    private static void assertAdvice(String text, String rows, TableFigures table) {
        List<Finding> findings = TablesCheck.of(List.of(table), 1 << 20, 3_600);
        assertEquals(1, findings.size(), findings.toString());
        if (text == null) {
            assertEquals(Level.OK, findings.get(0).level(), findings.toString());
        } else {
            Finding advice = Found.assertFound(findings, Level.WARN, "tables", "shop.goods", text);
            assertTrue(advice.remedy().contains("'rows_per_partition': '" + rows + "'"), advice.remedy());
        }
    }

    @Test
    void probe_saysWhichDeviceIsFaster() {
        assertEquals(Level.OK, compare(100_000, 8_000_000).level());
        assertTrue(compare(100_000, 8_000_000).found().contains("cache's device is 80.0 times as fast"));
        assertEquals(Level.WARN, compare(100_000, 150_000).level());
        assertEquals(Level.WARN, compare(100_000, 90_000).level());
        assertEquals(Level.FAIL, compare(100_000, 50_000).level());
        assertTrue(compare(100_000, 50_000).found().contains("data's device is 2.0 times as fast"));
    }

    private static Finding compare(long cacheNanos, long dataNanos) {
        return ProbeCheck.compare(
                ReadProbe.Result.of(Path.of("/ssd"), false, new long[] {cacheNanos}),
                ReadProbe.Result.of(Path.of("/data"), false, new long[] {dataNanos}));
    }

    @Test
    void probeResult_isOfTheSortedTimes() {
        long[] nanos = new long[200];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = 200L - i;
        }
        ReadProbe.Result result = ReadProbe.Result.of(Path.of("/ssd"), true, nanos);
        assertEquals(200, result.reads());
        assertEquals(101, result.p50Nanos());
        assertEquals(199, result.p99Nanos());
    }

    /** Without files of ours a scratch file is read; where the file system has no direct I/O, the finding says so. */
    @Test
    void probe_ofEmptyDirectories_readsScratchFilesAndRemovesThem() throws IOException {
        Path cache = Files.createDirectories(directory.resolve("cache"));
        Path data = Files.createDirectories(directory.resolve("data"));
        List<Finding> findings =
                ProbeCheck.of(cache, List.of(data, data), TestVolumes.ssdAt(cache), 20_000_000, NanoClock.SYSTEM);
        if (new LinuxVolumes().hasDirectIo(cache)) {
            Found.assertFound(findings, Level.OK, "probe", "cache " + cache, "direct reads of 4 KiB", "scratch file");
            assertEquals(3, findings.size(), findings.toString());
        } else {
            Found.assertFound(findings, Level.WARN, "probe", "cannot be read without the page cache");
        }
        assertEquals(0, cache.toFile().list().length + data.toFile().list().length);
    }

    @Test
    void volumes_ofThisMachine_areTold() throws IOException {
        LinuxVolumes volumes = new LinuxVolumes();
        assertTrue(volumes.device(directory).matches("\\d+:\\d+"), volumes.device(directory));
        assertEquals(volumes.device(directory), volumes.device(directory.resolve("not/there")));
        assertEquals(volumes.drive(directory), volumes.drive(directory.resolve("not/there")));
        assertTrue(volumes.usableBytes(directory) > 0);
    }

    @Test
    void address_isHostAndPort() {
        assertEquals("10.0.0.1:7199", parse("10.0.0.1").toString());
        assertEquals("node:7299", parse("node:7299").toString());
        assertEquals("[::1]:7199", parse("::1").toString());
        assertEquals("[::1]:7299", parse("[::1]:7299").toString());
        assertEquals("[::1]:7199", parse("[::1]").toString());
        assertThrows(IllegalArgumentException.class, () -> parse("node:"));
        assertThrows(IllegalArgumentException.class, () -> parse("node:70000"));
        assertThrows(IllegalArgumentException.class, () -> parse(":7199"));
        assertThrows(IllegalArgumentException.class, () -> new JmxAddress("node", 7199, "jane", null, false));
    }

    private static JmxAddress parse(String text) {
        return JmxAddress.parse(text, 7199, null, null, false);
    }
}
