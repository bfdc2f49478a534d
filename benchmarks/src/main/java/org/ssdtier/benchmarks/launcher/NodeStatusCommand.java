package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.node.NodeHome;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code ssdtier node status}. */
@Command(
        name = "status",
        description = "Describe the node; the exit code is 1 if it is not running.",
        mixinStandardHelpOptions = true)
final class NodeStatusCommand implements Callable<Integer> {
    @Mixin
    private NodeDirectoryOption place = new NodeDirectoryOption();

    @Mixin
    private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException {
        NodeHome home = NodeHome.open(place.directory());
        Optional<ProcessHandle> handle = home.running();
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("directory", home.directory().toString());
        status.put("running", handle.isPresent());
        handle.ifPresent(running -> status.put("pid", running.pid()));
        NodePorts ports = home.ports();
        status.put("address", ports.address());
        status.put("cql_port", ports.cql());
        status.put("storage_port", ports.storage());
        status.put("jmx_port", ports.jmx());
        status.put("stock", home.isStock());
        status.put("row_cache", home.rowCache().toString());
        if (handle.isPresent()) {
            status.put("answers", NodeProcess.attach(home).answers());
            addCache(status, home);
        }
        json.show(
                status,
                out -> status.forEach((name, value) -> out.printf("%-14s %s%n", name.replace('_', ' '), value)));
        return handle.isPresent() ? 0 : 1;
    }

    private static void addCache(Map<String, Object> status, NodeHome home) throws IOException {
        try (NodeProcess node = NodeProcess.attach(home);
                NodeJmx jmx = node.jmx()) {
            status.put("row_cache_entries", (long) jmx.cacheMetric("RowCache", "Entries"));
            status.put("row_cache_bytes", (long) jmx.cacheMetric("RowCache", "Size"));
            if (jmx.hasTier()) {
                status.put("ssd_tier_state", jmx.tierState());
                status.put("ssd_tier_entries", CounterReading.read(jmx).count("entries"));
            }
        } catch (IOException e) {
            status.put("jmx", "not available: " + e.getMessage());
        }
    }
}
