package org.ssdtier.benchmarks.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class DemoIT {
    @TempDir
    private Path directory;

    @Test
    void shortDemo_readsFromBothTiersAndEndsWell() throws Exception {
        DemoOptions options = new DemoOptions(directory.resolve("demo"), 5, 8, 30_000, 4);
        StringWriter words = new StringWriter();
        DemoResult result = Demo.run(options, new PrintWriter(words, true));
        assertEquals(0, result.staleReads(), words.toString());
        assertEquals(0, result.failedOperations(), words.toString());
        assertTrue(result.hits().memory() > 0, words.toString());
        assertTrue(result.hits().ssd() > 0, words.toString());
        assertTrue(result.entriesOnSsd() > 0, words.toString());
        assertTrue(result.deviceReadsPerSsdHit() > 0, words.toString());
        assertTrue(Files.size(Demo.reportFile(options)) > 0);
        assertTrue(words.toString().contains("stale reads"), words.toString());
    }

    @Test
    void foreignDirectory_isLeftAlone() throws Exception {
        Path file = Files.writeString(directory.resolve("thesis.txt"), "mine");
        DemoOptions options = new DemoOptions(directory, 5, 5, 1_000, 1);
        assertThrows(IOException.class, () -> Demo.run(options, new PrintWriter(new StringWriter())));
        assertTrue(Files.exists(file));
    }
}
