package org.ssdtier.benchmarks.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The load on the plain file server, in its own process. */
@Tag("unit")
final class HttpLoadTest {
    @TempDir
    private Path root;

    @Test
    void load_ofAPlainServer_countsWhatItReads() throws Exception {
        Files.write(Files.createDirectory(root.resolve("a")).resolve("b.bin"), new byte[1_000]);
        try (HttpProcess server = PlainFileServer.start(root)) {
            HttpLoad.Figures figures = new HttpLoad(server.port(), List.of("/a/b.bin")).run(2, 1, 1);
            assertEquals(2, figures.connections());
            assertTrue(figures.requestsPerSecond() > 0);
            assertEquals(1_000, figures.bytesPerSecond() / figures.requestsPerSecond(), 1e-6);
            assertTrue(figures.p50Micros() > 0 && figures.p99Micros() >= figures.p50Micros());
            IOException missing = assertThrows(
                    IOException.class, () -> new HttpLoad(server.port(), List.of("/a/c.bin")).run(1, 1, 1));
            assertTrue(missing.getMessage().contains("path=/a/c.bin answer=HTTP/1.1 404"), missing.getMessage());
        }
    }
}
