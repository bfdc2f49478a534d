package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
final class DirectCopyTest {
    private static final long SEED = 7;

    @TempDir
    private Path directory;

    /** Lengths around those of a block and of a chunk. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, 1_048_575, 1_048_576, 1_048_577, 2_500_000})
    void copy_hasTheSameContent(int length) throws IOException {
        byte[] content = new byte[length];
        new Random(SEED).nextBytes(content);
        Path from = Files.write(directory.resolve("from"), content);
        Path to = directory.resolve("to");
        DirectCopy.copy(from, to);
        assertArrayEquals(content, Files.readAllBytes(to));
    }
}
