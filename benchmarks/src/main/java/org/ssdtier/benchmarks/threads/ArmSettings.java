package org.ssdtier.benchmarks.threads;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;

/**
 * The settings of an arm's node.
 *
 * @param arm the arm
 * @param plan the sizes
 * @param drives the drives of the node's files
 */
record ArmSettings(ThreadsArm arm, ThreadsPlan plan, ArmDrives drives) {
    /**
     * Returns the settings of a node in a directory, whose memory is limited from its start.
     *
     * @throws IOException if no ports are free
     */
    NodeSettings of(Path home, ProgramMemory memory) throws IOException {
        NodeSettings.Builder settings = NodeSettings.in(home)
                .stock(!arm.hasTier())
                .rowCache(arm.rowCache)
                .ports(NodePorts.free())
                .moreCompilerThreads()
                .heap(plan.scale().heapMebibytes() + "M")
                // a heap that grows later would take memory from a limited page cache
                .jvmOption("-XX:+AlwaysPreTouch")
                .commandPrefix(memory.inside(List.of()))
                .yaml("auto_snapshot", "false")
                .yaml("file_cache_size", "32MiB")
                .yaml("concurrent_reads", Integer.toString(ThreadsPlan.CONCURRENT_READS))
                .yaml(
                        "data_file_directories",
                        "[\"" + drives.data().mountPoint().resolve("data") + "\"]")
                .yaml("commitlog_directory", quoted(logDirectory()))
                .yaml("row_cache_size", mebibytes(plan.budget().rowCacheBytes(arm)));
        if (arm.hasTier()) {
            addTier(settings);
        }
        return settings.build();
    }

    private void addTier(NodeSettings.Builder settings) {
        ThreadsBudget budget = plan.budget();
        Path cache = Objects.requireNonNull(drives.cache()).mountPoint().resolve(arm.toString());
        settings.yaml("ssd_row_cache.directory", quoted(cache))
                .yaml("ssd_row_cache.size", mebibytes(budget.ssdBytes(arm)))
                .yaml("ssd_row_cache.index_memory", mebibytes(budget.indexBytes(arm)))
                .yaml("ssd_row_cache.segment_size", mebibytes(budget.segmentBytes(arm)))
                .yaml("ssd_row_cache.max_row_size", "128KiB");
    }

    private Path logDirectory() {
        return drives.log() == null
                ? drives.data().mountPoint().resolve("commitlog")
                : drives.log().mountPoint().resolve(arm.toString());
    }

    private static String quoted(Path path) {
        return "\"" + path + "\"";
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + "MiB";
    }
}
