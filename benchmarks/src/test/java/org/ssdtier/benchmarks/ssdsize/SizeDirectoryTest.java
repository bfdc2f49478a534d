package org.ssdtier.benchmarks.ssdsize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class SizeDirectoryTest {
    private static final SizePlan PLAN = SyntheticResults.PLAN;

    @TempDir
    private Path parent;

    /** Cells that succeeded are kept, failed ones are measured again; prices may change. */
    @Test
    void run_goesOn_andGrows() throws IOException {
        SizeDirectory directory = begun();
        List<CellResult> measured = SyntheticResults.cells(List.of(2), List.of(0, 10));
        for (CellResult result : measured) {
            directory.write(result);
        }
        Cell failed = new Cell(new Setup(SizeArm.TIER, 2, 25), SyntheticResults.MIX, 1);
        directory.write(CellResult.failed(failed, "no memory"));
        directory.open(PLAN);
        for (CellResult result : measured) {
            assertTrue(directory.has(result.cell()));
        }
        assertFalse(directory.has(failed));
        SizeResult result = directory.writeResult(SyntheticResults.PRICES);
        assertEquals(List.of(failed + ": no memory"), result.failures());
        assertEquals(
                measured.get(0),
                result.of(measured.get(0).cell().setup(), SyntheticResults.MIX).get(0));
        Prices others = new Prices(1, 1, 1, 1, 1);
        assertEquals(others, directory.writeResult(others).prices());
    }

    @Test
    void otherPlan_isRefused_withItsDifferences() throws IOException {
        SizeDirectory directory = begun();
        SizePlan other = new SizePlan(PLAN.scale(), PLAN.world(), 16, PLAN.seed());
        String message =
                assertThrows(IOException.class, () -> directory.open(other)).getMessage();
        assertTrue(message.contains("threads: found 32, asked for 16"), message);
    }

    private SizeDirectory begun() throws IOException {
        SizeDirectory directory = new SizeDirectory(parent.resolve("run"));
        directory.open(PLAN);
        directory.write(new SizeDirectory.Begun(PLAN, SyntheticResults.DATASET, Map.of("commit", "none")));
        return directory;
    }
}
