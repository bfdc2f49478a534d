package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeHome;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.ring.Ring;

/** A node on this machine. */
final class LocalNode implements ChaosNode {
    private static final int TOOL_SECONDS = 300;
    private static final int LOG_LINES = 12;

    private final String name;
    private final NodePorts ports;
    private final NodeSettings common;
    private final Map<String, String> tier;
    private final LocalCut cut;
    private final NodeSsd ssd;
    private boolean isStock = true;
    private boolean joins;
    private boolean replaces;
    private boolean startedAsStock;
    private volatile @Nullable NodeProcess process;
    private volatile @Nullable NodeJmx jmx;

    /**
     * Creates a stock node that is down.
     *
     * @param common settings with and without the jar
     * @param tier settings of cassandra.yaml with the jar
     * @param ssd SSD of tier and catalogue, closed with the node
     * @param cut cut of its network, closed with the node
     * @param isFirst whether the node begins without data that others have
     */
    LocalNode(
            String name,
            NodePorts ports,
            NodeSettings common,
            Map<String, String> tier,
            NodeSsd ssd,
            LocalCut cut,
            boolean isFirst) {
        this.name = name;
        this.ports = ports;
        this.common = common;
        this.tier = Map.copyOf(tier);
        this.ssd = ssd;
        this.joins = !isFirst;
        this.cut = cut;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public NodePorts ports() {
        return ports;
    }

    @Override
    public boolean isUp() {
        NodeProcess running = process;
        return jmx != null && running != null && running.isAlive();
    }

    @Override
    public boolean isAsChosen() {
        return startedAsStock == isStock;
    }

    @Override
    public void start() throws IOException {
        NodeSettings.Builder settings =
                common.toBuilder().stock(isStock).yaml("auto_bootstrap", Boolean.toString(joins));
        if (!isStock) {
            tier.forEach(settings::yaml);
            settings.yaml("ssd_row_cache.directory", "\"" + ssd.tier() + "\"")
                    .yaml("schema_catalogue.directory", "\"" + ssd.catalogue() + "\"");
        }
        if (replaces) {
            settings.jvmOption(MoveFaults.replaceOption(ports));
        }
        if (ssd.isDead()) {
            ssd.replace();
        }
        NodeProcess started =
                NodeProcess.start(settings.commandPrefix(cut.inside()).build());
        process = started;
        jmx = started.jmx();
        startedAsStock = isStock;
        replaces = false;
    }

    @Override
    public void stop() throws IOException {
        NodeJmx open = required(jmx);
        jmx = null;
        open.close();
        required(process).stop();
    }

    @Override
    public void kill() throws IOException {
        // the connection to a node that has ended cannot be closed and does not need to be
        jmx = null;
        NodeProcess running = process;
        if (running != null) {
            running.kill();
        }
    }

    @Override
    public void use(boolean stock) {
        isStock = stock;
    }

    @Override
    public boolean breakSsd() throws IOException {
        return ssd.die();
    }

    @Override
    public void emptySsd() throws IOException {
        ssd.replace();
    }

    @Override
    public void emptyData() throws IOException {
        emptySsd();
        delete(List.of("data"));
        joins = true;
        replaces = true;
    }

    private void delete(List<String> directories) throws IOException {
        for (String directory : directories) {
            FileTree.delete(home().resolve(directory));
        }
    }

    @Override
    public String nodetool(String... words) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(home().resolve("bin/nodetool").toString()));
        command.addAll(List.of(words));
        return Shell.require(command, TOOL_SECONDS);
    }

    @Override
    public String script(String script) throws IOException {
        return Shell.require(List.of("bash", "-euc", "home='" + home() + "'\n" + script), TOOL_SECONDS);
    }

    @Override
    public void flush(String keyspace, String table) throws IOException {
        NodeJmx open = jmx;
        if (open == null) {
            return;
        }
        try {
            new NodeVerbs(open, keyspace).flush(table);
        } catch (IOException | RuntimeException e) {
            if (open.equals(jmx)) {
                throw e;
            }
        }
    }

    @Override
    public void cutOff(List<NodePorts> others) throws IOException {
        cut.begin(ports, others);
    }

    @Override
    public void reconnect() throws IOException {
        cut.end();
    }

    @Override
    public int liveNodes() throws IOException {
        return Ring.knownNodes(required(jmx));
    }

    @Override
    public OptionalLong ssdHits() throws IOException {
        NodeJmx open = required(jmx);
        return OptionalLong.of(open.hasTier() ? open.tierStatistics().getOrDefault("ssdHits", 0L) : 0);
    }

    @Override
    public String lastWords() {
        try {
            return name + ":\n" + String.join("\n", NodeHome.open(home()).logTail(LOG_LINES));
        } catch (IOException e) {
            return name + ": its log cannot be read: " + e.getMessage();
        }
    }

    private Path home() {
        return common.directory();
    }

    private <T> T required(@Nullable T part) {
        return Objects.requireNonNull(part, () -> "node=" + name + ": not started");
    }

    /** Kills the node and deletes its data; configuration and logs remain. */
    @Override
    public void close() throws IOException {
        Closing.all(List.<AutoCloseable>of(
                cut::end, this::kill, this::emptyData, ssd, () -> delete(List.of("lib", "import")), cut));
    }
}
