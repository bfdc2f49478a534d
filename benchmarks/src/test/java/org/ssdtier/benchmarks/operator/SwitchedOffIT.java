package org.ssdtier.benchmarks.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.ToolResult;

/** Tests that a node with the jar and a disabled row cache reports this and otherwise behaves like stock. */
@Tag("integration")
final class SwitchedOffIT {
    @TempDir
    private Path directory;

    @Test
    void rowCacheSizeZero_runsWithoutTheTierAndSaysSo() throws IOException {
        NodeSettings settings = NodeSettings.in(directory.resolve("node"))
                .heap("384M")
                .ports(NodePorts.free())
                .yaml("row_cache_size", "0MiB")
                .build();
        try (NodeProcess node = NodeProcess.start(settings);
                NodeJmx jmx = node.jmx()) {
            assertFalse(jmx.hasTier());
            ToolResult stats = node.nodetool("ssdrowcache", "stats");
            assertEquals(1, stats.exitCode(), stats.output());
            assertTrue(stats.output().contains("This node runs without the SSD row cache."), stats.output());
            assertTrue(
                    stats.output().contains("ssd_row_cache.enabled: true and row_cache_size above 0"), stats.output());
            assertFalse(stats.output().contains("\tat "), stats.output());
            assertEquals(0, node.nodetool("info").exitCode());
            assertEquals(0, node.nodetool("invalidaterowcache").exitCode());
            String log = Files.readString(node.home().logFile());
            assertTrue(
                    log.contains("ssd_row_cache.enabled=true, but row_cache_size=0 switches the row cache off"), log);
        }
    }
}
