package org.ssdtier.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.NodeHome;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;
import picocli.CommandLine.Option;

/** The options for a node's settings. An omitted option keeps the value in the node's directory. */
public final class NodeOptions {
    private static final String DEFAULT_HEAP = "512M";

    @Option(names = "--stock", description = "Run without the drop-in jar: the node as Apache ships it.")
    private boolean stock;

    @Option(
            names = "--row-cache",
            paramLabel = "KIND",
            description = "The row cache: ${COMPLETION-CANDIDATES} (default: ssdtier; with --stock: none).")
    private @Nullable RowCacheKind rowCache;

    @Option(names = "--heap", paramLabel = "SIZE", description = "The JVM's heap, such as 512M or 2G (default: 512M).")
    private @Nullable String heap;

    @Option(
            names = "--row-cache-size",
            paramLabel = "SIZE",
            description = "Memory of the row cache, such as 64MiB (default: 64MiB).")
    private @Nullable String rowCacheSize;

    @Option(
            names = "--ssd-size",
            paramLabel = "SIZE",
            description = "Space of the SSD tier, such as 8GiB (default: 1GiB).")
    private @Nullable String ssdSize;

    @Option(names = "--address", paramLabel = "IP", description = "Address to listen on (default: 127.0.0.1).")
    private @Nullable String address;

    @Option(names = "--port", paramLabel = "PORT", description = "Port for clients (default: 9042).")
    private @Nullable Integer port;

    @Option(names = "--storage-port", paramLabel = "PORT", description = "Port for other nodes (default: 7000).")
    private @Nullable Integer storagePort;

    @Option(names = "--jmx-port", paramLabel = "PORT", description = "Port for nodetool (default: 7199).")
    private @Nullable Integer jmxPort;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "A value of cassandra.yaml, such as -Dconcurrent_reads=64 or -Dssd_row_cache.admission=all.")
    private Map<String, String> yaml = new LinkedHashMap<>();

    public NodeSettings settings(Path directory) throws IOException {
        boolean isNew = !Files.exists(directory.resolve("conf/cassandra.yaml"));
        NodeSettings.Builder settings = NodeSettings.in(directory).stock(stock);
        if (rowCache != null) {
            settings.rowCache(rowCache);
        }
        if (heap != null) {
            requireHeap(heap);
            settings.heap(heap);
        } else if (isNew) {
            settings.heap(DEFAULT_HEAP);
        }
        if (rowCacheSize != null) {
            settings.rowCacheSize(rowCacheSize);
        }
        if (ssdSize != null) {
            settings.ssdSize(ssdSize);
        }
        if (address != null || port != null || storagePort != null || jmxPort != null) {
            NodePorts now =
                    isNew ? NodePorts.standard() : NodeHome.open(directory).ports();
            settings.ports(new NodePorts(
                    address == null ? now.address() : address,
                    port == null ? now.cql() : port,
                    storagePort == null ? now.storage() : storagePort,
                    jmxPort == null ? now.jmx() : jmxPort));
        }
        yaml.forEach(settings::yaml);
        return settings.build();
    }

    static void requireHeap(String size) {
        if (!size.matches("[1-9][0-9]*[kKmMgG]")) {
            throw new IllegalArgumentException("heap=" + size + ": allowed a number with k, M or G, such as 512M");
        }
    }
}
