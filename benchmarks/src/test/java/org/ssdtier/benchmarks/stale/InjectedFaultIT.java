package org.ssdtier.benchmarks.stale;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.cli.Features;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;

/** Calibrates the probe: a row cache with a fault on its SSD path must be found within a minute. */
@Tag("integration")
final class InjectedFaultIT {
    @TempDir
    private Path directory;

    /** One key in 16 keeps its image on the SSD when a flush changes it. */
    @Test
    void buildThatSkipsDropsOnTheSsd_isFoundWithinAMinute() throws Exception {
        ProbeOptions options = new ProbeOptions(
                RowCacheKind.SSDTIER,
                Duration.ZERO,
                Duration.ofSeconds(50),
                2_048,
                1,
                8,
                Features.NONE,
                Duration.ofMillis(300),
                EnumSet.noneOf(Chaos.class),
                "384M",
                1,
                directory.resolve("node"));
        StaleProbe probe = new StaleProbe(options, line -> {});
        NodeSettings settings = probe.settings(NodeSettings.in(options.directory())
                        .rowCache(RowCacheKind.SSDTIER)
                        .ports(NodePorts.free())
                        .yaml("auto_snapshot", "false"))
                .build();
        try (NodeProcess node = NodeProcess.start(settings)) {
            node.stop();
            FaultyBuild.of("cassandra-ssdtier/row-cache", "org.ssdtier.rowcache.SsdTier")
                    .replace(
                            "long entry = removeIndexed(key);",
                            "long entry = key.hash % 16 == 0 ? 0 : removeIndexed(key);")
                    .into(options.directory().resolve("lib"), directory.resolve("classes"));
            node.restart();
            try (CqlSession session = node.session();
                    NodeJmx jmx = node.jmx()) {
                ProbeResult result = probe.on(new ProbedNode(node.home(), session, jmx));
                assertTrue(result.judged().stale() > 0, () -> result.judged().toString());
                assertFalse(result.isGood());
            }
        }
    }
}
