package org.ssdtier.benchmarks.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.files.model.StoreModel;

/** A tree through stores of both models and back, with kills, by programs of their own. */
@Tag("integration")
final class TransferIT {
    private static final long FILES = 400;

    @TempDir
    private Path directory;

    @Test
    void tree_throughBothModels_comesBackAndIsServed() throws Exception {
        Path source = directory.resolve("files");
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 300; i++) {
            byte[] content = new byte[i % 50 == 0 ? 600_000 : 10 * i];
            random.nextBytes(content);
            Files.write(Files.createDirectories(source.resolve("d" + i % 7)).resolve("file-" + i), content);
        }
        TransferOptions options = new TransferOptions(
                List.of(source), FILES, 1, 1, 1, "512M", 1, Files.createDirectory(directory.resolve("run")));
        TransferResult result = new TransferRun(options, line -> {}).run();
        for (StoreModel model : StoreModel.values()) {
            ModelTransfer.Outcome outcome = result.models().get(model).outcome();
            assertEquals(List.of(), outcome.whole().differences());
            assertEquals(List.of(), outcome.killed().differences());
            assertEquals(2 * FILES, outcome.verified());
            assertEquals(0, outcome.problems());
        }
        assertEquals(4, result.served().size());
        assertTrue(result.served().stream().allMatch(one -> one.figures().requestsPerSecond() > 0));
    }
}
