package org.ssdtier.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.Checkout;

@Tag("integration")
final class PeersIT {
    @TempDir
    private Path directory;

    @Test
    void oursBesideRawReads_everyPhaseHasFigures_andNothingIsLeftBehind() throws Exception {
        PeersOptions options = new PeersOptions(
                List.of(PeerName.RAW, PeerName.OURS), 10_000, 1, 200, 1, 16, 0, "256M", 1, directory.resolve("peers"));
        PeersResult result = new PeersRun(options, Checkout.locate(), line -> {}).run();
        for (PeerRecord peer : result.peers()) {
            assertNull(peer.remark());
            assertTrue(peer.spread(16, "reads_per_second").median() > 0, peer.name() + " has no reads");
        }
        PeerRecord ours = result.peers().get(1);
        assertTrue(ours.residentShare() > 0.9, "resident=" + ours.residentShare());
        assertTrue(ours.keptShare("before_stop", "after_stop") > 0.9, "rows lost in a clean stop");
        for (String phase : List.of("overwrite", "before_stop", "after_stop", "after_kill")) {
            assertEquals(0, ours.figure(phase, "stale"), phase);
            assertEquals(0, ours.figure(phase, "wrong"), phase);
        }
        try (Stream<Path> left = Files.list(options.directory())) {
            assertEquals(List.of(), left.toList());
        }
    }
}
