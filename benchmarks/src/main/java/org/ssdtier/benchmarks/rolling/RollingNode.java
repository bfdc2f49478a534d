package org.ssdtier.benchmarks.rolling;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.ssdtier.benchmarks.load.DataFiles;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.InstallerJar;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.YamlSwitch;
import org.ssdtier.benchmarks.ring.Ring;
import org.ssdtier.benchmarks.ring.TinyTier;

/**
 * A node of the cluster. While it is being changed it is locked, so that a flush under load skips it instead of failing.
 */
final class RollingNode implements Ring.Member, AutoCloseable {
    /** The keyspace of the load. */
    static final String KEYSPACE = "rolling";

    private static final int MOST_REWRITES = 4;
    private static final long REWRITE_SECONDS = 15;

    private final String name;
    private final NodeProcess process;
    private final YamlSwitch yaml;
    private final ReentrantLock changing = new ReentrantLock();
    private NodeJmx jmx;

    private RollingNode(String name, NodeProcess process) throws IOException {
        this.name = name;
        this.process = process;
        yaml = YamlSwitch.of(process.home());
        jmx = process.jmx();
    }

    /** Starts a stock node with a name for messages. */
    static RollingNode start(String name, NodeSettings settings) throws IOException {
        NodeProcess process = NodeProcess.start(settings);
        try {
            return new RollingNode(name, process);
        } catch (IOException | RuntimeException e) {
            process.kill();
            throw e;
        }
    }

    /** Restarts the node with the jar and the row cache. */
    void install(InstallerJar installer) throws IOException {
        restart(() -> {
            installer.require("install", home());
            yaml.on(TinyTier.SETTINGS);
        });
        if (!jmx.hasTier()) {
            throw new IOException("directory=" + home() + ": the node has no tier");
        }
    }

    /** Restarts the node without the jar. */
    void uninstall(InstallerJar installer) throws IOException {
        restart(() -> {
            yaml.off();
            installer.require("uninstall", home());
        });
        if (jmx.hasTier()) {
            throw new IOException("directory=" + home() + ": the node still has the tier");
        }
    }

    private void restart(Change change) throws IOException {
        changing.lock();
        try {
            jmx.close();
            process.stop();
            change.apply();
            process.restart();
            jmx = process.jmx();
        } finally {
            changing.unlock();
        }
    }

    /** Flushes a table, unless the node is being changed. */
    void flush(String table) throws IOException {
        if (changing.tryLock()) {
            try {
                verbs().flush(table);
            } finally {
                changing.unlock();
            }
        }
    }

    /**
     * Rewrites the SSTables of a table until all have the format {@code catalogued}, or none has: a flush that was under way
     * during the ALTER TABLE may leave another one.
     */
    void rewrite(String table, boolean catalogued) throws IOException, InterruptedException {
        DataFiles files = new DataFiles(home(), KEYSPACE);
        for (int i = 0; i < MOST_REWRITES; i++) {
            verbs().rewriteSSTables(table);
            if (files.hasFormat(table, catalogued, REWRITE_SECONDS)) {
                return;
            }
        }
        throw new IOException("directory=" + home() + " table=" + table + " catalogued=" + catalogued + ": not after "
                + MOST_REWRITES + " rewrites");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public NodeJmx jmx() {
        return jmx;
    }

    NodePorts ports() throws IOException {
        return process.home().ports();
    }

    /** Returns the number of rows that the SSD has answered; 0 for a stock node. */
    long ssdHits() throws IOException {
        return jmx.hasTier() ? jmx.tierStatistics().getOrDefault("ssdHits", 0L) : 0;
    }

    private NodeVerbs verbs() {
        return new NodeVerbs(jmx, KEYSPACE);
    }

    private Path home() {
        return process.home().directory();
    }

    /** Kills the node and deletes its data; configuration and logs remain. */
    @Override
    public void close() throws IOException {
        process.kill();
        for (String bulky : List.of("data", "ssd_row_cache", "lib")) {
            FileTree.delete(home().resolve(bulky));
        }
    }

    /** A change of the files of a node that is down. */
    private interface Change {
        void apply() throws IOException;
    }
}
