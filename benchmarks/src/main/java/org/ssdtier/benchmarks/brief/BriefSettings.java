package org.ssdtier.benchmarks.brief;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * The settings of a node with the briefs' table.
 *
 * @param name directory of the node on drives that it may share with others
 * @param rowCache its row cache
 * @param size memory and SSD space of the row cache
 * @param keyIndexBytes SSD space of key indexes; 0 without them
 * @param heapMebibytes heap in MiB
 * @param concurrentReads number of reads that it may have in progress
 * @param drives the drives of its files
 */
public record BriefSettings(
        String name,
        RowCacheKind rowCache,
        CacheSize size,
        long keyIndexBytes,
        int heapMebibytes,
        int concurrentReads,
        NodeDrives drives) {
    /**
     * Returns the settings of a node in a directory, whose memory is limited from its start.
     *
     * @param home directory of the node's files that are not on its drives
     * @throws IOException if no ports are free
     */
    public NodeSettings of(Path home, ProgramMemory memory) throws IOException {
        boolean hasTier = rowCache == RowCacheKind.SSDTIER;
        NodeSettings.Builder settings = NodeSettings.in(home)
                .stock(!hasTier)
                .rowCache(rowCache)
                .ports(NodePorts.free())
                .moreCompilerThreads()
                .heap(heapMebibytes + "M")
                // a heap that grows later would take memory from a limited page cache
                .jvmOption("-XX:+AlwaysPreTouch")
                .commandPrefix(memory.inside(List.of()))
                .yaml("auto_snapshot", "false")
                // by default every 10 s, so that a slot of 8 s would have one or none
                .yaml("commitlog_sync_period", "1s")
                // as by default: the lag of a sync after which writes wait
                .yaml("periodic_commitlog_sync_lag_block", "15s")
                .yaml("file_cache_size", "32MiB")
                .yaml("concurrent_reads", Integer.toString(concurrentReads))
                .yaml(
                        "data_file_directories",
                        "[\"" + drives.data().mountPoint().resolve("data") + "\"]")
                .yaml("commitlog_directory", quoted(logDirectory()))
                .yaml("row_cache_size", mebibytes(size.rowCacheBytes()));
        if (hasTier) {
            addTier(settings);
        }
        return settings.build();
    }

    private void addTier(NodeSettings.Builder settings) {
        Path drive = Objects.requireNonNull(drives.cache()).mountPoint();
        Path cache = drive.resolve(name);
        settings.yaml("ssd_row_cache.directory", quoted(cache))
                .yaml("ssd_row_cache.size", mebibytes(size.ssdBytes()))
                .yaml("ssd_row_cache.index_memory", mebibytes(size.indexBytes()))
                .yaml("ssd_row_cache.segment_size", mebibytes(size.segmentBytes()))
                .yaml("ssd_row_cache.max_row_size", "128KiB");
        if (keyIndexBytes > 0) {
            settings.yaml("ssd_key_index.enabled", "true")
                    .yaml("ssd_key_index.directory", quoted(drive.resolve(name + "-keys")))
                    .yaml("ssd_key_index.size", mebibytes(keyIndexBytes));
        }
    }

    private Path logDirectory() {
        return drives.log() == null
                ? drives.data().mountPoint().resolve("commitlog")
                : drives.log().mountPoint().resolve(name);
    }

    private static String quoted(Path path) {
        return "\"" + path + "\"";
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + "MiB";
    }
}
