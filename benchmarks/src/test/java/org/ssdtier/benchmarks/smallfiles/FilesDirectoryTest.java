package org.ssdtier.benchmarks.smallfiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.report.Json;

@Tag("unit")
final class FilesDirectoryTest {
    private static final FilesPlan PLAN = new FilesPlan(FilesScale.named("tiny"), List.of("file", "xfs"), 1);

    @TempDir
    private Path parent;

    private FilesDirectory directory = new FilesDirectory(Path.of("unused"));

    @BeforeEach
    void create() {
        directory = new FilesDirectory(parent.resolve("run"));
    }

    private static FilesSlotResult good(FilesSlot slot) {
        return new FilesSlotResult(
                slot, null, 3, 100, new ReadLatency(300, 9_000, 8_000, 20_000, 30_000), Traversed.NONE, 1, 0, 0.3, 1);
    }

    @Test
    void missing_afterSomeSlots_areTheOthersAndTheFailedOnes() throws IOException {
        List<FilesSlot> slots = PLAN.slots();
        directory.open(PLAN);
        directory.write(new FilesDirectory.Begun(PLAN, Map.of("seed", 1)));
        directory.write(good(slots.get(0)));
        directory.write(FilesSlotResult.failed(slots.get(1), "a node ended"));
        assertEquals(slots.subList(1, slots.size()), directory.missing(slots));
        assertEquals(1, directory.writeResult().failures().size());
        FilesResult result = Json.read(directory.resultFile(), FilesResult.class);
        assertEquals(good(slots.get(0)), result.fileSlots().get(0));
        assertEquals(1, result.failures().size());
        directory.write(good(slots.get(1)));
        assertEquals(slots.subList(2, slots.size()), directory.missing(slots));
    }

    @Test
    void open_samePlan_continues_otherPlan_isRefusedWithTheDifference() throws IOException {
        directory.open(PLAN);
        directory.write(new FilesDirectory.Begun(PLAN, Map.of()));
        directory.open(PLAN);
        FilesPlan other = new FilesPlan(PLAN.scale(), PLAN.arms(), 2);
        String message =
                assertThrows(IOException.class, () -> directory.open(other)).getMessage();
        assertTrue(message.contains("seed: found 1, asked for 2"), message);
    }

    @Test
    void open_foreignDirectory_isRefused() throws IOException {
        Files.createDirectories(directory.path());
        Files.writeString(directory.path().resolve("thesis.txt"), "");
        assertThrows(IOException.class, () -> directory.open(PLAN));
    }
}
