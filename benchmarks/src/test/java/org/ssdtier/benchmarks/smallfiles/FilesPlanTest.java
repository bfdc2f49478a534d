package org.ssdtier.benchmarks.smallfiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;

@Tag("unit")
final class FilesPlanTest {
    private static final FilesScale SMALL = FilesScale.named("small");
    private static final long MEGABYTE = 1_000_000;

    private static FilesPlan plan(FilesArm... arms) {
        List<String> names = new ArrayList<>();
        for (FilesArm arm : arms) {
            names.add(arm.label);
        }
        return new FilesPlan(SMALL, names, 1);
    }

    @Test
    void small_isA200thOfThePaper() {
        assertEquals(65_000, SMALL.files());
        assertTrue(Math.abs(SMALL.dataBytes() - 1_500 * MEGABYTE) < 10 * MEGABYTE, "bytes=" + SMALL.dataBytes());
        assertEquals(List.of(1, 2, 4, 8, 16, 32, 64), SMALL.clients());
        assertEquals(List.of(1, 16, 64), SMALL.fewClients());
    }

    @Test
    void memory_ofAllScales_isEqualWithAndWithoutTheTier() {
        for (FilesScale scale : FilesScale.ALL) {
            long withTier = scale.pageCacheBytes(true) + scale.rowCacheBytes() + scale.indexBytes();
            assertTrue(withTier <= scale.cacheBytes() && withTier > 0.8 * scale.cacheBytes(), scale.name());
            assertTrue(scale.pageCacheBytes(true) >= 8 * FilesScale.MEBIBYTE, scale.name());
            for (FilesArm arm : FilesArm.ALL) {
                assertTrue(
                        !arm.hasTier || scale.ssdBytes(arm.ssdPercent) > 2 * scale.rowCacheBytes(),
                        scale.name() + " " + arm);
            }
        }
        for (FilesArm arm : FilesArm.ALL) {
            double share = arm.ssdPercent / 100.0;
            assertTrue(
                    SMALL.ssdBytes(arm.ssdPercent)
                            <= Math.max(64 * FilesScale.MEBIBYTE, share * SMALL.dataBytes() + FilesScale.MEBIBYTE),
                    "at most the given share of the data: " + arm);
        }
    }

    @Test
    void drives_ofAllScales_haveRoom() {
        for (FilesScale scale : FilesScale.ALL) {
            assertTrue(scale.nodeDiskBytes() > 2.4 * scale.dataBytes(), scale.name());
            assertTrue(scale.fileSystemBytes() > 1.2 * scale.dataBytes(), scale.name());
        }
        assertTrue(SMALL.fileSystemBytes() < 1.5 * SMALL.dataBytes(), "as full as the paper's");
    }

    @Test
    void slots_ofTwoRounds_visitEveryArmInEach() {
        FilesPlan plan = new FilesPlan(SMALL.withRounds(2), List.of("file", "ext4"), 1);
        List<String> visits = new ArrayList<>();
        for (FilesSlot slot : plan.slots()) {
            String visit = slot.arm() + slot.round();
            if (visits.isEmpty() || !visits.get(visits.size() - 1).equals(visit)) {
                visits.add(visit);
            }
        }
        assertEquals(List.of("file1", "ext41", "file2", "ext42"), visits);
    }

    @Test
    void slots_ofAnArm_pairReadsWithAndWithoutATraversal() {
        List<FilesSlot> slots = plan(FilesArm.FILE).slots();
        for (int pass = 1; pass <= SMALL.passes(); pass++) {
            int alone = slots.indexOf(new FilesSlot("file", FilesPhase.READS, 16, 1, pass));
            assertTrue(alone >= 0, "pass=" + pass);
            FilesSlot under = new FilesSlot("file", FilesPhase.BOTH, 16, 1, pass);
            assertEquals(under, slots.get(pass % 2 == 1 ? alone + 1 : alone - 1), "each is first in turn");
            assertEquals(slots.get(alone).seed(), under.seed(), "the same requests");
            assertEquals(Optional.of(under), slots.get(alone).counterpart());
            assertEquals(Optional.of(slots.get(alone)), under.counterpart());
        }
        assertTrue(slots.contains(new FilesSlot("file", FilesPhase.TRAVERSAL, 1, 1, 1)));
        assertTrue(slots.contains(new FilesSlot("file", FilesPhase.TRAVERSAL, 4, 1, 1)));
    }

    @Test
    void withCounterparts_addsTheOtherSlotOfAPairAlone() {
        FilesPlan plan = plan(FilesArm.FILE, FilesArm.XFS);
        FilesSlot reads = new FilesSlot("xfs", FilesPhase.READS, 16, 1, 2);
        FilesSlot both = new FilesSlot("xfs", FilesPhase.BOTH, 16, 1, 2);
        FilesSlot alone = new FilesSlot("file", FilesPhase.READS, 16, 1, 0);
        assertEquals(List.of(alone, both, reads), plan.withCounterparts(List.of(reads, alone)));
        assertEquals(List.of(both, reads), plan.withCounterparts(List.of(both)));
        assertEquals(List.of(), plan.withCounterparts(List.of()));
    }

    @Test
    void slots_ofAllArms_keepTheOrderOfTheStages() {
        FilesPlan plan = plan(FilesArm.values());
        FilesSlot before = null;
        for (FilesSlot slot : plan.slots()) {
            boolean isSameVisit = before != null && before.arm().equals(slot.arm());
            boolean isLater = slot.phase().compareTo(FilesPhase.THIRD) >= 0;
            if (before != null && isSameVisit && before.phase().compareTo(FilesPhase.THIRD) >= 0) {
                assertTrue(isLater && slot.phase().compareTo(before.phase()) >= 0, slot.toString());
            }
            before = slot;
        }
        assertTrue(hasPhase(plan, "file", FilesPhase.THIRD) && hasPhase(plan, "file", FilesPhase.MEMORY));
        assertFalse(hasPhase(plan, "xfs", FilesPhase.THIRD), "a file system has no nodes");
        assertTrue(hasPhase(plan, "xfs", FilesPhase.MEMORY));
        assertFalse(hasPhase(plan, "directory-tier", FilesPhase.MEMORY));
    }

    private static boolean hasPhase(FilesPlan plan, String arm, FilesPhase phase) {
        return plan.slots().stream().anyMatch(slot -> slot.arm().equals(arm) && slot.phase() == phase);
    }

    @Test
    void slots_haveDifferentFilesAndSeeds() {
        List<FilesSlot> slots = new FilesPlan(SMALL.withRounds(3), List.of("file"), 1).slots();
        Set<String> names = new HashSet<>();
        Set<Long> seeds = new HashSet<>();
        for (FilesSlot slot : slots) {
            names.add(slot.fileName());
            seeds.add(slot.seed());
        }
        assertEquals(slots.size(), names.size());
        int pairs = 3 * SMALL.passes();
        assertEquals(slots.size() - pairs, seeds.size());
        assertEquals(
                new FilesSlot("file", FilesPhase.READS, 4, 1, 1).seed(),
                new FilesSlot("xfs", FilesPhase.READS, 4, 1, 1).seed(),
                "all arms have the same requests");
    }

    @Test
    void drives_haveAnSsdWithATierOnly() {
        assertEquals(List.of(new Kind("hdd-7200", 2)), FilesArm.drives(List.of(FilesArm.FILE, FilesArm.EXT4)));
        assertEquals(
                List.of(new Kind("hdd-7200", 2), new Kind("ssd-sata", 1)),
                FilesArm.drives(List.of(FilesArm.FILE, FilesArm.FILE_TIER)));
    }

    @Test
    void unknownNames_areRefusedWithTheAllowedOnes() {
        String arm = assertThrows(IllegalArgumentException.class, () -> FilesArm.named("nfs"))
                .getMessage();
        assertTrue(arm.contains("arms=nfs: allowed are file, file-tier"), arm);
        String scale = assertThrows(IllegalArgumentException.class, () -> FilesScale.named("huge"))
                .getMessage();
        assertEquals("scale=huge: allowed are tiny, small", scale);
    }
}
