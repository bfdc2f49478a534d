package org.ssdtier.benchmarks.cluster;

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
final class ClusterDirectoryTest {
    private static final ClusterPlan PLAN = SyntheticCells.PLAN;

    @TempDir
    private Path parent;

    /** Cells that succeeded are kept, failed ones are measured again, and other workloads add theirs. */
    @Test
    void run_goesOn_andGrows() throws IOException {
        ClusterDirectory directory = begun("run");
        List<CellResult> measured = SyntheticCells.arms(BriefWorkload.F, Consistency.QUORUM, 1);
        for (CellResult result : measured) {
            directory.write(result);
        }
        Cell failed = SyntheticCells.cell(BriefWorkload.B, Consistency.ONE, ClusterArm.TIER, 1);
        directory.write(CellResult.failed(failed, "no memory"));
        directory.open(PLAN);
        for (CellResult result : measured) {
            assertTrue(directory.has(result.cell()));
        }
        assertFalse(directory.has(failed));
        assertFalse(directory.has(SyntheticCells.cell(BriefWorkload.F, Consistency.ONE, ClusterArm.HDD, 1)));
        assertEquals(List.of(failed + ": no memory"), directory.writeResult().failures());
        directory.write(SyntheticCells.measured(failed, new SyntheticCells.Figures(900, 800, 0.2, 0, 0)));
        ClusterResult result = directory.writeResult();
        assertEquals(5, result.results().size());
        assertEquals(List.of(), result.failures());
        assertEquals(
                measured.get(3),
                result.of(new ClusterResult.Row(BriefWorkload.F, Consistency.QUORUM), ClusterArm.TIER)
                        .get(0));
        assertTrue(Files.exists(directory.resultFile()));
    }

    @Test
    void otherPlan_isRefused_withItsDifferences() throws IOException {
        ClusterDirectory directory = begun("run");
        String message = assertThrows(IOException.class, () -> directory.open(new ClusterPlan(PLAN.scale(), 2)))
                .getMessage();
        assertTrue(message.contains("seed: found 1, asked for 2"), message);
        Map<String, NodeMemory> sizes = new HashMap<>(PLAN.memory());
        sizes.put("hdd", new NodeMemory(0, 0, 0, 7, 0, 0));
        String ofSizes = assertThrows(
                        IOException.class, () -> directory.open(new ClusterPlan(PLAN.scale(), PLAN.seed(), sizes)))
                .getMessage();
        assertTrue(ofSizes.contains("memory.hdd.pageCacheBytes: found "), ofSizes);
        Files.writeString(Files.createDirectories(parent.resolve("other")).resolve("file"), "");
        ClusterDirectory other = new ClusterDirectory(parent.resolve("other"));
        assertTrue(assertThrows(IOException.class, () -> other.open(PLAN))
                .getMessage()
                .contains("not empty and not of a run"));
    }

    private ClusterDirectory begun(String name) throws IOException {
        ClusterDirectory directory = new ClusterDirectory(parent.resolve(name));
        directory.open(PLAN);
        directory.write(new ClusterDirectory.Begun(PLAN, SyntheticCells.DATASET, Map.of("commit", "none")));
        return directory;
    }
}
