package org.ssdtier.benchmarks.peers.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class RawPeerTest {
    private static final int ROWS = 5_000;

    @TempDir
    private Path directory;

    @Test
    void filled_everyRowIsThere() throws Exception {
        Versions versions = Versions.open(directory.resolve("versions"), ROWS);
        try (Peer raw = RawPeer.open(new PeerSettings(directory, ROWS, 1 << 20, "none"))) {
            assertEquals(ROWS, new Filling(raw, versions, directory).run(true).resident().length);
        }
    }

    @Test
    void put_outOfOrder_isRefused() throws Exception {
        try (Peer raw = RawPeer.open(new PeerSettings(directory, ROWS, 1 << 20, "none"))) {
            assertThrows(IOException.class, () -> raw.put(1, Rows.value(1, 1)));
        }
    }
}
