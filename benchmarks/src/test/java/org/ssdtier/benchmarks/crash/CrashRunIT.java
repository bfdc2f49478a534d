package org.ssdtier.benchmarks.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.cli.Features;

@Tag("integration")
final class CrashRunIT {
    @TempDir
    private Path directory;

    @Test
    void nodeKilledAmidAFlush_hasEveryAcknowledgedRow_andNothingElse() throws Exception {
        CrashOptions options = new CrashOptions(
                1,
                false,
                2,
                List.of(KillMoment.FLUSH),
                1_024,
                1,
                8,
                new Features(true, true),
                "384M",
                1,
                directory.resolve("node"));
        CrashResult result = new CrashRun(options, line -> {}).run();
        assertTrue(result.isRight(), () -> result.toMap(Map.of()).toString());
        CrashRound round = result.rounds().get(0);
        assertTrue(round.rows().judged() > 1_024);
        assertTrue(result.writes() > 0);
        assertTrue(round.start().serveSeconds() > 0);
        assertTrue(round.start().indexSeconds().isPresent());
        assertEquals("flush", round.name());
        assertTrue(round.keyIndex().found() > 0, round.keyIndex()::toString);
    }
}
