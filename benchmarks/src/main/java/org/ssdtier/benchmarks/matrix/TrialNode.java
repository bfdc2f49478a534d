package org.ssdtier.benchmarks.matrix;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.load.DataFiles;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.HomeMarker;
import org.ssdtier.benchmarks.node.NodeHome;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.YamlSwitch;

/** The node of a trial, with its connections while it runs. It starts as stock Cassandra in an empty directory. */
final class TrialNode implements AutoCloseable {
    private final NodeProcess node;
    private final YamlSwitch yaml;
    private CqlSession session;
    private NodeJmx jmx;

    private TrialNode(NodeProcess node) throws IOException {
        this.node = node;
        yaml = YamlSwitch.of(node.home());
        jmx = node.jmx();
        session = node.session();
    }

    /**
     * Starts a stock node.
     *
     * @param directory directory of the node; deleted first if it was a node's
     * @param jars directory of the jars of the release
     */
    static TrialNode start(Path directory, Path jars, String heap) throws IOException {
        if (Files.exists(directory) && !HomeMarker.isHome(directory)) {
            throw new IOException("directory=" + directory + ": not a node's; choose another directory with --dir");
        }
        FileTree.delete(directory);
        NodeProcess node = NodeProcess.start(NodeSettings.in(directory)
                .stock(true)
                .jars(jars)
                .heap(heap)
                .ports(NodePorts.free())
                .shortLived()
                .yaml("storage_compatibility_mode", "UPGRADING")
                .yaml("concurrent_reads", "16")
                .yaml("auto_snapshot", "false")
                .build());
        try {
            return new TrialNode(node);
        } catch (IOException | RuntimeException e) {
            node.kill();
            throw e;
        }
    }

    NodeHome home() {
        return node.home();
    }

    YamlSwitch yaml() {
        return yaml;
    }

    NodeProcess process() {
        return node;
    }

    CqlSession session() {
        return session;
    }

    NodeJmx jmx() {
        return jmx;
    }

    NodeVerbs verbs() {
        return new NodeVerbs(jmx, TrialTable.KEYSPACE);
    }

    void stop() throws IOException {
        session.close();
        jmx.close();
        node.stop();
    }

    /** Starts the node that was stopped, as its home now is. */
    void restart() throws IOException {
        node.restart();
        jmx = node.jmx();
        session = node.session();
    }

    /**
     * Waits until all SSTables of a table have the format {@code catalogued}, or none has.
     *
     * @return the number of SSTables
     */
    int awaitFormat(String table, boolean catalogued) throws IOException, InterruptedException {
        return new DataFiles(node.home().directory(), TrialTable.KEYSPACE).awaitFormat(table, catalogued);
    }

    /** Kills the node and deletes its data; configuration and logs remain. */
    @Override
    public void close() throws IOException {
        try {
            session.close();
        } finally {
            node.kill();
        }
        for (String bulky : List.of("data", "ssd_row_cache", "schema_catalogue", "import", "lib")) {
            FileTree.delete(node.home().directory().resolve(bulky));
        }
    }
}
