package org.ssdtier.benchmarks.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.RowCacheKind;

@Tag("integration")
final class StaleProbeIT {
    @TempDir
    private Path directory;

    @Test
    void nodeWithTheTier_underAllChaos_answersNothingStale() throws Exception {
        ProbeOptions options = new ProbeOptions(
                RowCacheKind.SSDTIER,
                Duration.ofSeconds(1),
                Duration.ofSeconds(15), // long enough for a TRUNCATE of each part but many
                1_024,
                1,
                8,
                true,
                Duration.ofMillis(200),
                EnumSet.allOf(Chaos.class),
                "384M",
                1,
                directory.resolve("node"));
        ProbeResult result = new StaleProbe(options, line -> {}).run();
        assertTrue(result.isGood(), () -> result.toMap(Map.of()).toString());
        assertTrue(result.disturbed("flush") > 0);
        assertTrue(result.disturbed("truncate") > 0);
        assertTrue(result.disturbed("alter") > 0);
        assertEquals(0, result.failed());
        result.reports().forEach((part, report) -> {
            assertTrue(
                    !part.name().equals("varied") || report.disturbances().getOrDefault("truncate", 0L) > 0,
                    "varied: no TRUNCATE");
            assertTrue(report.rows().alone() > 0, () -> part.name() + ": no row was read by a request of its own");
            assertTrue(report.rows().together() > 0, () -> part.name() + ": no rows were read by one request");
        });
    }
}
