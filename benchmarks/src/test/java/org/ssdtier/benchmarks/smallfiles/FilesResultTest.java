package org.ssdtier.benchmarks.smallfiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;

@Tag("unit")
final class FilesResultTest {
    private static final FilesScale SCALE = FilesScale.named("small");
    private static final double HOURS = 3_600;

    @TempDir
    private Path directory;

    /** Returns a result in which each arm has the latencies and times of the paper, in its proportions. */
    private static FilesSlotResult result(FilesSlot slot) {
        FilesArm arm = FilesArm.named(slot.arm());
        double mean = 1_000;
        if (slot.phase() == FilesPhase.BOTH) {
            mean *= arm.isStore() ? 1.02 + slot.pass() / 100.0 : 1.9;
        } else if (slot.phase() == FilesPhase.THIRD) {
            mean /= 2;
        } else if (slot.phase() == FilesPhase.MEMORY) {
            mean /= arm.isStore() ? 10 : 9;
        }
        if (arm.hasTier) {
            mean /= 2.5;
        } else if (arm == FilesArm.DIRECTORY) {
            mean *= 1.25;
        } else if (!arm.isStore()) {
            mean *= 0.8;
        }
        mean *= slot.clients();
        double traversal = arm == FilesArm.FILE ? 1.5 * HOURS : arm == FilesArm.DIRECTORY ? HOURS : 19 * HOURS;
        Traversed traversed = slot.phase().hasTraversal()
                ? new Traversed(slot.clients(), SCALE.files() / 10, SCALE.dataBytes() / 10, traversal / 10)
                : Traversed.NONE;
        return new FilesSlotResult(
                slot,
                null,
                10,
                slot.phase().hasReads() ? 1e6 / mean : 0,
                slot.phase().hasReads()
                        ? new ReadLatency(100, mean, (long) mean, (long) (2 * mean), (long) (4 * mean))
                        : ReadLatency.NONE,
                traversed,
                1.5,
                arm.hasTier ? 0.8 : 0,
                slot.clients() > 32 ? 0.9 : 0.4,
                1);
    }

    private static FilesResult complete() {
        FilesPlan plan =
                new FilesPlan(SCALE, FilesArm.ALL.stream().map(arm -> arm.label).toList(), 1);
        return new FilesResult(
                plan,
                Map.of("seed", 1),
                plan.slots().stream().map(FilesResultTest::result).toList());
    }

    private static FilesTarget target(FilesResult result, String words) {
        return FilesTarget.of(result).stream()
                .filter(one -> one.words().equals(words))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no figure " + words));
    }

    @Test
    void targets_ofThePapersFigures_areThese() {
        FilesResult result = complete();
        assertEquals(
                19,
                target(result, "traversal time, ext4 : directory per row (4 threads)")
                        .value(),
                1e-9);
        assertEquals(
                19 / 1.5,
                target(result, "traversal time, xfs : file per row (1 thread)").value(),
                1e-9);
        assertEquals(
                1.5,
                target(result, "traversal time, file per row : directory per row (4 threads)")
                        .value(),
                1e-9);
        assertEquals(
                1.9,
                target(result, "mean read under a traversal : without, ext4").value(),
                1e-9);
        assertEquals(
                1.04,
                target(result, "mean read under a traversal : without, file").value(),
                1e-9);
        assertEquals(
                0.5,
                target(result, "mean read of one replica with a third of the data per node : with all, file per row")
                        .value(),
                1e-9);
        assertEquals(
                0.125,
                target(result, "mean read of one replica, file per row in memory : ext4 on its drive")
                        .value(),
                1e-9);
        assertEquals(
                1.125,
                target(result, "mean read of one replica, file per row in memory : xfs in memory")
                        .value(),
                1e-9);
        List<List<String>> rows = FilesTarget.rows(result);
        assertTrue(FilesTarget.of(result).stream().allMatch(FilesTarget::isReached), rows.toString());
    }

    @Test
    void targets_ofWorseFigures_areNotReached() {
        FilesTarget slow = new FilesTarget("slow", "traversal", "", FilesTarget.Goal.LEAST, 10, 9.9);
        FilesTarget disturbed = new FilesTarget("disturbed", "tail", "", FilesTarget.Goal.MOST, 1.1, 1.2);
        FilesTarget missing = new FilesTarget("missing", "tail", "", FilesTarget.Goal.MOST, 1.1, Double.NaN);
        assertFalse(slow.isReached() || disturbed.isReached() || missing.isReached());
    }

    /**
     * Slots of 64 clients are limited by the cores here, of both arms: their goal is shown as not judged, and its miss
     * decides nothing.
     */
    @Test
    void targets_ofSlotsLimitedByTheCpu_areNotJudged() {
        FilesResult result = complete();
        FilesTarget most = target(result, "reads/s of 64 clients, file per row : directory per row");
        FilesTarget middle = target(result, "reads/s of 16 clients, file per row with an SSD tier of 10 % : without");
        assertFalse(most.isJudged());
        assertTrue(middle.isJudged());
        assertTrue(FilesTarget.rows(result).stream()
                .anyMatch(row -> row.get(0).equals(most.words()) && row.contains("not judged: limited by the CPU")));
        assertTrue(FilesTarget.areReached(with(result, FilesArm.FILE, 64, 0.1, 0.9)));
    }

    /** The cores make the reads of the arm with the goal fewer: a goal that is reached nevertheless is. */
    @Test
    void targets_ofAnArmLimitedByTheCpu_areJudgedIfReached() {
        String words = "reads/s of 16 clients, file per row with an SSD tier of 10 % : without";
        FilesTarget reached = target(with(complete(), FilesArm.FILE_TIER, 16, 1, 0.9), words);
        assertTrue(reached.isJudged() && reached.isReached(), reached.toString());
        FilesTarget missed = target(with(complete(), FilesArm.FILE_TIER, 16, 0.5, 0.9), words);
        assertFalse(missed.isJudged() || missed.isReached(), missed.toString());
        FilesTarget flattered = target(with(complete(), FilesArm.FILE, 16, 1, 0.9), words);
        assertTrue(!flattered.isJudged() && flattered.isReached(), flattered.toString());
    }

    /** Returns a result with another rate and load of the cores in the reads of one arm. */
    private static FilesResult with(FilesResult result, FilesArm arm, int clients, double factor, double cpu) {
        List<FilesSlotResult> changed = result.fileSlots().stream()
                .map(slot -> slot.slot().clients() == clients
                                && slot.slot().phase() == FilesPhase.READS
                                && slot.slot().arm().equals(arm.label)
                        ? new FilesSlotResult(
                                slot.slot(),
                                null,
                                slot.seconds(),
                                slot.readsPerSecond() * factor,
                                slot.reads(),
                                slot.traversed(),
                                slot.diskReads(),
                                slot.hits(),
                                cpu,
                                slot.loadAverage())
                        : slot)
                .toList();
        return new FilesResult(result.plan(), Map.of(), changed);
    }

    @Test
    void targets_ofMissingArms_areNotMeasured() {
        FilesPlan plan = new FilesPlan(SCALE, List.of("file"), 1);
        FilesResult result = new FilesResult(
                plan,
                Map.of(),
                plan.slots().stream().map(FilesResultTest::result).toList());
        FilesTarget missing = target(result, "mean read under a traversal : without, xfs");
        assertTrue(Double.isNaN(missing.value()));
        assertTrue(FilesTarget.rows(result).stream().anyMatch(row -> row.contains("not measured")));
        assertEquals(
                1.04,
                target(result, "mean read under a traversal : without, file").value(),
                1e-9);
    }

    @Test
    void underTraversal_takesPairsOfAPass() {
        List<FilesSlotResult> slots = new ArrayList<>();
        for (int pass = 1; pass <= 3; pass++) {
            slots.add(result(new FilesSlot("file", FilesPhase.READS, 16, 1, pass)));
        }
        slots.add(result(new FilesSlot("file", FilesPhase.BOTH, 16, 1, 2)));
        slots.add(FilesSlotResult.failed(new FilesSlot("file", FilesPhase.BOTH, 16, 1, 3), "ended"));
        FilesResult result = new FilesResult(new FilesPlan(SCALE, List.of("file"), 1), Map.of(), slots);
        assertEquals(
                1,
                result.underTraversal(FilesArm.FILE, one -> one.reads().meanMicros())
                        .runs());
        assertEquals(
                1.04,
                result.underTraversal(FilesArm.FILE, one -> one.reads().meanMicros())
                        .median(),
                1e-9);
        assertEquals(List.of("round 1, file, reads under a traversal, 16 clients, pass 3: ended"), result.failures());
    }

    @Test
    void tables_haveARowForEachCell() {
        FilesTable table = new FilesTable(complete());
        List<List<String>> reads = table.reads();
        assertTrue(reads.stream().allMatch(row -> row.size() == FilesTable.READS_HEADING.size()));
        // seven numbers of clients and the pair of each arm, three of few clients with other data or memory
        assertEquals(7 * 8 + 5 * 3, reads.size());
        assertTrue(reads.stream().anyMatch(row -> row.get(3).endsWith(" (CPU)")), "64 clients");
        List<List<String>> traversals = table.traversals();
        assertTrue(traversals.stream().allMatch(row -> row.size() == FilesTable.TRAVERSALS_HEADING.size()));
        assertEquals(7 * 3, traversals.size());
        assertEquals(
                "68400.0",
                traversals.stream()
                        .filter(row -> row.get(0).equals("ext4"))
                        .findFirst()
                        .orElseThrow()
                        .get(5));
    }

    /** Pages refer to calculated figures by name; reading the file calculates them anew. */
    @Test
    void file_hasTheCalculatedFigures() throws IOException {
        FilesResult result = complete();
        Path file = directory.resolve("files.json");
        Json.write(file, FilesFigures.of(result));
        assertEquals(result, Json.read(file, FilesResult.class));
        JsonNode written = Json.tree(file);
        Set<String> names = new HashSet<>();
        written.get("targets").forEach(target -> names.add(target.get("name").asText()));
        assertEquals(FilesTarget.of(result).size(), names.size(), names.toString());
        assertTrue(names.containsAll(
                Set.of("file_tier", "file_tier_25", "traversal_xfs_to_file_4", "p99_under_traversal_ext4")));
        assertEquals(result.cells().size(), written.get("cells").size());
        JsonNode first = written.get("cells").get(0);
        assertEquals("reads", first.get("phase").asText());
        assertTrue(first.get("readsPerSecond").get("median").asDouble() > 0, first.toString());
    }

    @Test
    void report_ofAWholeAndAnEmptyResult_isDrawnFromTheFile() throws IOException {
        for (FilesResult result : List.of(complete(), new FilesResult(complete().plan(), Map.of(), List.of()))) {
            Path file = directory.resolve("files.json");
            Json.write(file, result);
            Path html = ResultReports.beside(file);
            new ResultReports(List.of(new FilesResults())).draw(file, html);
            String text = Files.readString(html);
            assertTrue(text.contains("12.7 (19 h : 1.5 h)"), "the paper's figures");
            assertEquals(!result.fileSlots().isEmpty(), text.contains("Throughput by clients"));
        }
    }
}
