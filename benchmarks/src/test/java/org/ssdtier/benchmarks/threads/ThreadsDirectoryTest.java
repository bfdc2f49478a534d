package org.ssdtier.benchmarks.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.brief.BriefWorkload;

@Tag("unit")
final class ThreadsDirectoryTest {
    private static final ThreadsPlan PLAN = SyntheticResults.PLAN;

    @TempDir
    private Path parent;

    /** Cells that succeeded are kept, failed ones are measured again, and other workloads add theirs. */
    @Test
    void run_goesOn_andGrows() throws IOException {
        ThreadsDirectory directory = begun("run");
        List<CellResult> measured = SyntheticResults.arms(BriefWorkload.A, 12, 1);
        for (CellResult result : measured) {
            directory.write(result);
        }
        Cell failed = new Cell(BriefWorkload.B, 24, ThreadsArm.OHC, 1);
        directory.write(CellResult.failed(failed, "no memory"));
        directory.open(PLAN);
        for (CellResult result : measured) {
            assertTrue(directory.has(result.cell()));
        }
        assertFalse(directory.has(failed));
        assertFalse(directory.has(new Cell(BriefWorkload.A, 12, ThreadsArm.HDD, 2)));
        assertEquals(List.of(failed + ": no memory"), directory.writeResult().failures());
        directory.write(SyntheticResults.cell(failed, 900, 800, 0.2));
        ThreadsResult result = directory.writeResult();
        assertEquals(List.of(BriefWorkload.A, BriefWorkload.B), result.workloads());
        assertEquals(6, result.results().size());
        assertEquals(
                measured.get(0),
                result.of(new ThreadsResult.Row(BriefWorkload.A, 12), ThreadsArm.HDD)
                        .get(0));
        assertTrue(Files.exists(directory.resultFile()));
    }

    @Test
    void otherPlan_isRefused_withItsDifferences() throws IOException {
        ThreadsDirectory directory = begun("run");
        String message = assertThrows(IOException.class, () -> directory.open(new ThreadsPlan(PLAN.scale(), 2)))
                .getMessage();
        assertTrue(message.contains("seed: found 1, asked for 2"), message);
        Map<String, ThreadsBudget.Sizes> sizes = new HashMap<>(PLAN.sizes());
        sizes.put("hdd", new ThreadsBudget.Sizes(0, 0, 0, 7, 0, 0));
        String ofSizes = assertThrows(
                        IOException.class, () -> directory.open(new ThreadsPlan(PLAN.scale(), PLAN.seed(), sizes)))
                .getMessage();
        assertTrue(ofSizes.contains("sizes.hdd.pageCacheBytes: found "), ofSizes);
        Files.writeString(Files.createDirectories(parent.resolve("other")).resolve("file"), "");
        ThreadsDirectory other = new ThreadsDirectory(parent.resolve("other"));
        assertTrue(assertThrows(IOException.class, () -> other.open(PLAN))
                .getMessage()
                .contains("not empty and not of a run"));
    }

    private ThreadsDirectory begun(String name) throws IOException {
        ThreadsDirectory directory = new ThreadsDirectory(parent.resolve(name));
        directory.open(PLAN);
        directory.write(new ThreadsDirectory.Begun(PLAN, SyntheticResults.DATASET, Map.of("commit", "none")));
        return directory;
    }
}
