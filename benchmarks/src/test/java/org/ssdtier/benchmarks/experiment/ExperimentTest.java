package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.CalibratedDrives;
import org.ssdtier.benchmarks.load.CpuClock;
import org.ssdtier.benchmarks.load.MedianInterval;
import org.ssdtier.benchmarks.report.Json;

@Tag("unit")
final class ExperimentTest {
    private static final DiskChoice EMULATED = DiskChoice.parse(List.of("emulated"));
    private static final DiskChoice OUTER = DiskChoice.parse(List.of("emulated-outer"));

    @Test
    void slots_goThroughAllArmsBeforeTheNextMix() {
        List<Slot> slots = Experiment.ROW_CACHE.only(List.of("ssdtier", "ohc")).slots(2);
        assertEquals(2 * 3 * 2, slots.size());
        assertEquals(new Slot("ohc", 95, 1), slots.get(0));
        assertEquals(new Slot("ssdtier", 95, 1), slots.get(1));
        assertEquals(new Slot("ohc", 85, 1), slots.get(2));
    }

    /** The rates of the later ones follow from the results of the others. */
    @Test
    void slots_withAFixedRate_comeAfterAllOthers() {
        Experiment experiment = Experiment.ROW_CACHE.only(List.of("ssdtier", "ohc"));
        List<Slot> slots = experiment.slots(2, List.of(50, 90));
        assertEquals(experiment.slots(2), slots.subList(0, 12));
        assertEquals(List.of(new Slot("ohc", 95, 1, 50), new Slot("ssdtier", 95, 1, 50)), slots.subList(12, 14));
        assertEquals(36, Set.copyOf(slots).size());
        assertEquals(36, slots.stream().map(Slot::fileName).distinct().count());
        assertEquals(new Slot("ohc", 95, 2, 50).seed(), new Slot("ssdtier", 95, 2, 50).seed());
        assertTrue(new Slot("ohc", 95, 2, 50).seed() != new Slot("ohc", 95, 2, 90).seed());
    }

    /** Checked by removal: with the arms rotated by round each follows only one other arm. */
    @Test
    void slots_overTwiceAsManyRoundsAsArms_haveEachArmAfterEachOther_underEachMixAndLoad() {
        Experiment experiment = Experiment.ROW_CACHE.only(List.of("none", "ohc", "ssdtier"));
        List<Slot> slots = experiment.slots(6, List.of(50, 90));
        assertEquals(6 * 9 * 3, Set.copyOf(slots).size());
        for (int load : List.of(0, 50, 90)) {
            for (int readPercent : experiment.readPercents()) {
                Map<String, Integer> successions = new TreeMap<>();
                for (int i = 1; i < slots.size(); i++) {
                    Slot slot = slots.get(i);
                    Slot before = slots.get(i - 1);
                    if (isOf(slot, readPercent, load)
                            && isOf(before, readPercent, load)
                            && slot.round() == before.round()) {
                        successions.merge(before.arm() + " before " + slot.arm(), 1, Integer::sum);
                        assertEquals(before.seed(), slot.seed(), "all arms have the same requests");
                    }
                }
                assertEquals(6, successions.size(), successions.toString());
                assertEquals(Set.of(2), Set.copyOf(successions.values()), successions.toString());
            }
        }
    }

    private static boolean isOf(Slot slot, int readPercent, int load) {
        return slot.readPercent() == readPercent && slot.loadPercent() == load;
    }

    /** A load that always came after a lower one would always find what that one has left behind. */
    @Test
    void loads_ascendInHalfOfTheRounds_inWhateverOrderTheyAreGiven() {
        Experiment experiment = Experiment.ROW_CACHE.only(List.of("ohc"));
        List<Slot> slots = experiment.slots(4, List.of(90, 50)).subList(12, 36);
        List<Integer> loads = slots.stream()
                .filter(slot -> slot.readPercent() == 85)
                .map(Slot::loadPercent)
                .toList();
        assertEquals(List.of(50, 90, 90, 50, 90, 50, 50, 90), loads);
        assertEquals(slots, experiment.slots(4, List.of(50, 90)).subList(12, 36));
    }

    /** An interrupted run, or one that is given more rounds, continues in the order of an uninterrupted run. */
    @Test
    void orderOfARound_doesNotDependOnTheNumberOfRounds() {
        assertEquals(
                Experiment.ROW_CACHE.slots(2), Experiment.ROW_CACHE.slots(6).subList(0, 2 * 36));
    }

    /** Fewer have no interval. */
    @Test
    void scales_haveSixRounds_butForTheTinyOne() {
        assertEquals(1, Scale.named("tiny").rounds());
        for (String name : List.of("small", "paper-1/25")) {
            int rounds = Scale.named(name).rounds();
            assertTrue(MedianInterval.of(Collections.nCopies(rounds, 1.0)).low() == 1, name);
            assertTrue(MedianInterval.of(Collections.nCopies(rounds - 1, 1.0)).low() < 1, name);
        }
    }

    @Test
    void drives_areThoseOfTheArms() {
        CalibratedDrives.Kind disks = new CalibratedDrives.Kind("hdd-7200", 2);
        CalibratedDrives.Kind ssd = new CalibratedDrives.Kind("ssd-sata", 1);
        assertEquals(List.of(disks, ssd), EMULATED.drives(Experiment.ROW_CACHE));
        assertEquals(List.of(disks), EMULATED.drives(Experiment.ROW_CACHE.only(List.of("ohc", "none"))));
        assertEquals(List.of(disks, ssd), EMULATED.drives(Experiment.ROW_CACHE.only(List.of("none", "index-only"))));
        assertEquals(List.of(disks, ssd), EMULATED.drives(Experiment.ROW_CACHE.only(List.of("ohc", "block-cache"))));
    }

    /** Checked by removal: a drive is calibrated in the state in which the experiment uses it. */
    @Test
    void drives_ofFill_haveTheFillLevelsOfTheArms() {
        List<CalibratedDrives.Kind> kinds = List.of(
                new CalibratedDrives.Kind("hdd-7200", 2, 0.0),
                new CalibratedDrives.Kind("hdd-7200", 2, 0.94),
                new CalibratedDrives.Kind("ssd-sata", 1, 0.0),
                new CalibratedDrives.Kind("ssd-sata", 1, 0.94));
        assertEquals(kinds, EMULATED.drives(Experiment.FILL));
        assertEquals(kinds, OUTER.drives(Experiment.FILL));
    }

    /** Checked by removal: the hard disks are parts of empty drives, the SSDs whole ones. */
    @Test
    void drives_onOuterTracks_areEmptyHardDisks_andWholeSsds() {
        CalibratedDrives.Kind outer = new CalibratedDrives.Kind("hdd-7200", 2, 0.0);
        CalibratedDrives.Kind ssd = new CalibratedDrives.Kind("ssd-sata", 1);
        assertEquals(List.of(outer, ssd), OUTER.drives(Experiment.ROW_CACHE));
        assertEquals(List.of(outer, ssd), OUTER.drives(Experiment.PLACEMENT));
    }

    /** The gain is split by cause: policy, survival, SSD. Memory that an arm does not use is page cache. */
    @Test
    void partsOfTheTier_haveTheSameMemory_andOnlyTheirOwnSettings() {
        Budget budget = Budget.of(Scale.named("small"), Shares.of(Shares.EQUAL_HITS, 500_000));
        Arm memoryOnly = Experiment.ROW_CACHE.arm("memory-only");
        Arm ohc = Experiment.ROW_CACHE.arm("ohc");
        Arm tier = Experiment.ROW_CACHE.arm("ssdtier");
        assertEquals(budget.pageCacheBytes(ohc), budget.pageCacheBytes(memoryOnly));
        assertEquals(budget.nominalRows(ohc), budget.nominalRows(memoryOnly));
        assertTrue(budget.nominalRows(tier) > budget.nominalRows(memoryOnly));
        assertEquals(
                "all", Experiment.ROW_CACHE.arm("admit-all").mode().settings().get("admission"));
        assertEquals(
                "invalidate",
                Experiment.ROW_CACHE.arm("invalidate").mode().settings().get("write_policy"));
        Arm dropping = Experiment.ROW_CACHE.arm("memory-invalidate");
        assertEquals("invalidate", dropping.mode().settings().get("write_policy"));
        assertEquals(budget.pageCacheBytes(ohc), budget.pageCacheBytes(dropping));
        assertEquals(
                List.of(new CalibratedDrives.Kind("hdd-7200", 2)),
                EMULATED.drives(Experiment.ROW_CACHE.only(List.of("memory-only", "memory-invalidate"))));
    }

    @Test
    void armsOfASlot_areAskedTheSame() {
        assertEquals(new Slot("ohc", 95, 2).seed(), new Slot("ssdtier", 95, 2).seed());
        assertTrue(new Slot("ohc", 95, 1).seed() != new Slot("ohc", 95, 2).seed());
    }

    @Test
    void unknownNames_areRefusedWithThoseThatAreThere() {
        assertMessage("fill, placement, rowcache, schema", () -> Experiment.named("rowcahce"));
        assertMessage("none, ohc, serializing", () -> Experiment.ROW_CACHE.only(List.of("memcached")));
        assertMessage("tiny, small, paper-1/25", () -> Scale.named("large"));
    }

    @Test
    void fillLevels_areOfEmulatedDisksOnly() {
        DiskChoice.parse(List.of("emulated")).check(Experiment.FILL);
        DiskChoice.parse(List.of("host")).check(Experiment.PLACEMENT);
        assertMessage("device=host: experiment fill", () -> DiskChoice.parse(List.of("host"))
                .check(Experiment.FILL));
        assertMessage("needs emulated disks", () -> DiskChoice.parse(List.of("hdd=/a", "ssd=/b"))
                .check(Experiment.FILL.only(List.of("ssd-full"))));
    }

    @Test
    void scale_isAdapted_longerSlotsWhereFillIsCompared_pageCacheForAllOfTheSchemasTable() {
        Scale small = Scale.named("small");
        assertEquals(small.withSlotSeconds(22), Experiment.FILL.adapted(small));
        assertEquals(small.withPageCacheForAll(), Experiment.SCHEMA.adapted(small));
        assertEquals(small, Experiment.ROW_CACHE.adapted(small));
    }

    @Test
    void memtables_areAsSmallAsTheData_whereFillIsCompared() {
        assertEquals("6MiB", Experiment.FILL.yaml(Scale.named("small")).get("memtable_heap_space"));
        assertEquals("4MiB", Experiment.FILL.yaml(Scale.named("tiny")).get("memtable_heap_space"));
        assertTrue(Experiment.PLACEMENT.yaml(Scale.named("small")).isEmpty());
        assertTrue(Experiment.FILL.arm("ssd-full").isOnOneDisk());
        assertTrue(!Experiment.PLACEMENT.arm("c4").isOnOneDisk());
    }

    @Test
    void armsWithoutATier_haveItsMemoryAsPageCache() {
        Scale scale = Scale.named("paper-1/25");
        Budget budget = Budget.of(scale, Shares.of(Shares.EQUAL_SHARE, scale.rows()));
        long ours = budget.pageCacheBytes(Experiment.ROW_CACHE.arm("ssdtier"));
        long stock = budget.pageCacheBytes(Experiment.ROW_CACHE.arm("ohc"));
        long none = budget.pageCacheBytes(Experiment.ROW_CACHE.arm("none"));
        assertEquals(ours + budget.indexBytes() + budget.bufferBytes(), stock);
        assertEquals(stock + budget.rowCacheBytes(), none);
    }

    /** Checked by removal: with the reserve on top, the SSD had 10.9 % of the data's bytes, and 27 % at scale small. */
    @Test
    void equalShare_givesTheSsdATenthOfTheDatasBytes_inSegments() {
        for (String name : List.of("small", "paper-1/25")) {
            Scale scale = Scale.named(name);
            Budget budget = Budget.of(scale, Shares.of(Shares.EQUAL_SHARE, scale.rows()));
            double share = (double) budget.ssdBytes() / (scale.rows() * 450);
            assertTrue(share <= 0.10 && share > 0.09, name + " " + share);
            assertEquals(0, budget.ssdBytes() % budget.segmentBytes());
            assertTrue(budget.ssdBytes() / budget.segmentBytes() >= 16, name);
        }
        Scale tiny = Scale.named("tiny");
        assertEquals(
                16 << 20,
                Budget.of(tiny, Shares.of(Shares.EQUAL_SHARE, tiny.rows())).ssdBytes());
        Scale large = Scale.named("paper-1/25");
        Budget hits = Budget.of(large, Shares.of(Shares.EQUAL_HITS, large.rows()));
        assertEquals(8 << 20, hits.segmentBytes());
        assertTrue(hits.ssdBytes() >= large.rows() * hits(large) * 512 * 1.06);
    }

    private static double hits(Scale scale) {
        return Shares.of(Shares.EQUAL_HITS, scale.rows()).ssd();
    }

    private static Budget equalShare() {
        Scale scale = Scale.named("paper-1/25");
        return Budget.of(scale, Shares.of(Shares.EQUAL_SHARE, scale.rows()));
    }

    /** A block cache is a rival with the same bytes of the SSD, and not stock: rates are derived from what users have. */
    @Test
    void blockCache_hasTheTiersBytes_andIsNotStock() {
        Budget budget = equalShare();
        Arm blocks = Experiment.ROW_CACHE.arm("block-cache");
        Arm ours = Experiment.ROW_CACHE.arm("ssdtier");
        assertEquals(
                budget.ssdBytes(), Objects.requireNonNull(budget.blocks(blocks)).bytes());
        assertNull(budget.blocks(ours));
        assertEquals(budget.pageCacheBytes(Experiment.ROW_CACHE.arm("ohc")), budget.pageCacheBytes(blocks));
        assertTrue(ours.isComparedWith(blocks));
        assertFalse(Experiment.ROW_CACHE.stockArms().contains(blocks));
        assertFalse(Experiment.ROW_CACHE.withoutBlocks().arms().contains(blocks));
        DiskChoice host = DiskChoice.parse(List.of("host"));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> host.check(Experiment.ROW_CACHE));
        assertTrue(String.valueOf(refused.getMessage()).contains("arm block-cache needs emulated disks"));
        host.check(Experiment.ROW_CACHE.withoutBlocks());
    }

    /** Only the key indexes differ from the arm without a row cache: the comparison shows what they save. */
    @Test
    void indexOnly_hasThePageCacheOfNoRowCache_andIsOurs() {
        Budget budget = equalShare();
        Arm none = Experiment.ROW_CACHE.arm("none");
        Arm keys = Experiment.ROW_CACHE.arm("index-only");
        assertEquals(budget.pageCacheBytes(none), budget.pageCacheBytes(keys));
        assertEquals(budget.keyIndexBytes(), budget.tierBytes(keys));
        assertEquals(0, budget.tierBytes(none));
        assertEquals(0, budget.nominalRows(keys));
        assertTrue(keys.isComparedWith(none));
        assertFalse(keys.isStock());
        assertFalse(keys.hasTier());
    }

    /** For results that do not have the rows held: more than the nominal 12 % of the rows, with an ideal of 0.856. */
    @Test
    void nominalRows_areThoseOfTheBytesOfTheBudget() {
        Scale scale = Scale.named("paper-1/25");
        Budget budget = Budget.of(scale, Shares.of(Shares.EQUAL_SHARE, scale.rows()));
        long ours = budget.nominalRows(Experiment.ROW_CACHE.arm("ssdtier"));
        long stock = budget.nominalRows(Experiment.ROW_CACHE.arm("ohc"));
        assertEquals(budget.rowCacheBytes() / 568, stock);
        assertEquals(stock + budget.ssdBytes() / 512, ours);
        assertEquals(0.850, Shares.idealOfRows(scale.rows(), ours), 0.0005);
        assertEquals(0, budget.nominalRows(Experiment.ROW_CACHE.arm("none")));
        assertEquals(1, Shares.idealOfRows(1_000, 2_000), 1e-9);
    }

    @Test
    void tooLittleSpace_isSaidBeforeTheStart() {
        IOException refused = assertThrows(
                IOException.class, () -> new Requirements(1L << 50, 0, 1).check(Path.of("build/bench/nowhere")));
        assertTrue(refused.getMessage().contains("memory needed=1073741824 MiB free="), refused.getMessage());
        refused = assertThrows(
                IOException.class, () -> new Requirements(1, 0, 1L << 60).check(Path.of("build/bench/nowhere")));
        assertTrue(refused.getMessage().contains("disk space"), refused.getMessage());
        assertEquals(2_048 * 1_024, Requirements.parseAvailable("MemTotal: 9 kB\nMemAvailable:    2048 kB\n"));
    }

    /** Disks have the data in common, beside what each node writes anew; partly full SSDs have copies of their own. */
    @Test
    void imagesOfEmulatedDisks_needMemory() {
        Scale scale = Scale.named("paper-1/25");
        Budget budget = Budget.of(scale, Shares.of(Shares.EQUAL_SHARE, scale.rows()));
        Experiment five = Experiment.ROW_CACHE.only(List.of("none", "ohc", "serializing", "ssdtier", "key-index"));
        DiskChoice emulated = DiskChoice.parse(List.of("emulated"));
        long files = 4_000_000L * 450 * 6 / 5;
        assertEquals(
                files + 5 * files / 4 + 2 * budget.ssdBytes(),
                Requirements.of(five, scale, budget, emulated).imageBytes());
        Experiment rewritten = five.inFormat(SSTableFormat.BTI);
        assertEquals(
                files + 5 * files + 2 * budget.ssdBytes(),
                Requirements.of(rewritten, scale, budget, emulated).imageBytes());
        Experiment full = Experiment.FILL.only(List.of("ssd-full"));
        assertEquals(files, Requirements.of(full, scale, budget, emulated).imageBytes());
        assertEquals(
                0,
                Requirements.of(five, scale, budget, DiskChoice.parse(List.of("host")))
                        .imageBytes());
        IOException refused =
                assertThrows(IOException.class, () -> new Requirements(1L << 40, 1L << 40, 1).requireImages());
        assertTrue(
                refused.getMessage()
                        .startsWith("memory of nodes and images of emulated disks needed=2097152 MiB free="),
                refused.getMessage());
        assertDoesNotThrow(() -> new Requirements(1L << 50, 0, 1).requireImages());
    }

    /** A drive of which the data fill a few per cent has them on its outer tracks. */
    @Test
    void outerTracks_areThoseOfHardDisks_onlyOfEmulatedOnes() {
        DiskChoice outer = DiskChoice.parse(List.of("emulated-outer"));
        assertEquals("emulated-outer", outer.mode());
        assertTrue(outer.isEmulated());
        assertEquals(0.0, outer.fill(Disk.HDD));
        assertNull(outer.fill(Disk.SSD));
        assertEquals(0.94, outer.fill(Disk.FULL_HDD));
        assertNull(DiskChoice.parse(List.of("emulated")).fill(Disk.HDD));
        outer.check(Experiment.FILL);
        assertMessage("allowed alone", () -> DiskChoice.parse(List.of("emulated-outer", "host")));
        assertMessage("allowed alone", () -> DiskChoice.parse(List.of("hdd=/a", "ssd=/b", "emulated-outer")));
    }

    @Test
    void chunk_isAPowerOfTwo_partOfNames_andCassandrasInEarlierResults(@TempDir Path directory) throws IOException {
        Scale small = Scale.named("small");
        assertEquals("", small.tableSuffix());
        assertEquals("-chunk-4", small.withChunk(4).withRounds(5).tableSuffix());
        assertEquals("-lcs", small.withCompaction(Compaction.LCS).tableSuffix());
        assertMessage("chunk=12: allowed powers of two", () -> small.withChunk(12));
        assertMessage("chunk=0: allowed powers of two", () -> small.withChunk(0));
        Path earlier = directory.resolve("scale.json");
        Files.writeString(
                earlier,
                """
                {"name": "small", "rows": 500000, "pageCacheBytes": 50331648, "heapMebibytes": 512,
                 "threads": 16, "slotSeconds": 11, "rounds": 3}
                """);
        assertEquals(small.withRounds(3), Json.read(earlier, Scale.class));
    }

    @Test
    void format_isThatOfAllArms_butOfAnExperimentThatComparesFormats() {
        Experiment inBti = Experiment.ROW_CACHE.inFormat(SSTableFormat.BTI);
        assertTrue(inBti.arms().stream().allMatch(arm -> arm.format() == SSTableFormat.BTI));
        assertEquals(
                Experiment.ROW_CACHE.arms().stream().map(Arm::name).toList(),
                inBti.arms().stream().map(Arm::name).toList());
        assertEquals(Experiment.SCHEMA, Experiment.SCHEMA.inFormat(SSTableFormat.BIG));
        assertMessage(
                "format=CATALOGUED: allowed BIG, BTI", () -> Experiment.ROW_CACHE.inFormat(SSTableFormat.CATALOGUED));
        assertMessage("format=BTI: allowed BIG for schema", () -> Experiment.SCHEMA.inFormat(SSTableFormat.BTI));
    }

    @Test
    void cpuClock_countsWaitingForDisksAsIdle() {
        CpuClock before = CpuClock.parse("cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 1 1 1 1\n");
        CpuClock after = CpuClock.parse("cpu  130 0 70 830 70 0 0 0 0 0\n");
        assertEquals(0.5, after.busySince(before), 1e-9);
    }

    private static void assertMessage(String part, Runnable call) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(message.contains(part), message);
    }
}
