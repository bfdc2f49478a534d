package org.ssdtier.benchmarks.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.cli.Features;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.stale.StalenessReport;

@Tag("integration")
final class StaleProbeIT {
    /** One ALTER of each table takes seconds where several nodes share two cores. */
    private static final Duration EXTENSION = Duration.ofMinutes(3);

    /** Compressed rows take about 240 bytes of memory each, and memory is 1 MiB: most must go to the SSD. */
    private static final int MORE_THAN_MEMORY = 32_768;

    @TempDir
    private Path directory;

    @Test
    void nodeWithTheTier_underAllChaos_answersNothingStale() throws Exception {
        ProbeOptions options = new ProbeOptions(
                RowCacheKind.SSDTIER,
                Duration.ofSeconds(1),
                Duration.ofSeconds(15),
                MORE_THAN_MEMORY,
                1,
                8,
                new Features(true, true),
                Duration.ofMillis(200),
                EnumSet.allOf(Chaos.class),
                "384M",
                1,
                directory.resolve("node"));
        ProbeResult result = new StaleProbe(options, line -> {}, StaleProbeIT::hasSeenAll, EXTENSION).run();
        assertTrue(result.isGood(), () -> figures(result));
        assertEquals(0, result.failed(), () -> figures(result));
        assertTrue(hasSeenAll(result), () -> figures(result));
    }

    /**
     * Returns whether each disturbance that the rows of each part must survive has run, and both kinds of requests, and the
     * SSD has answered.
     */
    private static boolean hasSeenAll(ProbeResult result) {
        return result.demotions() > 0
                && result.tier().count(ProbeResult.SSD_HITS) > 0
                && Stream.of("flush", "compact", "truncate", "alter", "resize", "invalidate", "tier")
                        .allMatch(name -> result.disturbed(name) > 0)
                && result.reports().entrySet().stream()
                        .allMatch(part -> hasSeenAll(part.getKey().name(), part.getValue()));
    }

    private static boolean hasSeenAll(String part, StalenessReport report) {
        boolean isErased = !part.equals("varied") || report.disturbances().getOrDefault("truncate", 0L) > 0;
        return isErased && report.rows().alone() > 0 && report.rows().together() > 0;
    }

    private static String figures(ProbeResult result) {
        return result.toMap(Map.of()).toString();
    }
}
