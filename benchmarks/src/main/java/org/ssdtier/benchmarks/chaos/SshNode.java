package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.ssdtier.benchmarks.node.CqlProbe;
import org.ssdtier.benchmarks.node.NodeHome;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;

/**
 * A node on another machine. Its home is assembled here and sent there, to a directory of the same name, so that the paths in its
 * configuration are right.
 */
final class SshNode implements ChaosNode {
    private static final int START_SECONDS = 300;
    private static final int STOP_SECONDS = 120;
    private static final long POLL_MILLIS = 500;

    private final String name;
    private final NodePorts ports;
    private final SshHost host;
    private final NodeSettings common;
    private final Map<String, String> tier;
    private boolean isStock = true;
    private boolean joins;
    private boolean replaces;
    private boolean startedAsStock;
    private volatile boolean isUp;

    /**
     * Creates a stock node that is down.
     *
     * @param host machine of the node
     * @param common settings with and without the jar
     * @param tier settings of cassandra.yaml with the jar
     * @param isFirst whether the node begins without data that others have
     */
    SshNode(
            String name,
            NodePorts ports,
            SshHost host,
            NodeSettings common,
            Map<String, String> tier,
            boolean isFirst) {
        this.name = name;
        this.ports = ports;
        this.host = host;
        this.common = common;
        this.tier = Map.copyOf(tier);
        this.joins = !isFirst;
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
        return isUp;
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
            settings.yaml("schema_catalogue.directory", "\"" + home() + "/schema_catalogue\"");
        }
        if (replaces) {
            settings.jvmOption(MoveFaults.replaceOption(ports));
        }
        NodeSettings built = settings.build();
        NodeHome.prepare(built);
        host.run("rm -rf " + path("lib") + "; mkdir -p " + path("logs") + " " + path("run"));
        host.send(home(), home().toString());
        host.run("cd " + path("") + "; export JVM_EXTRA_OPTS=" + SshHost.quoted(built.jvmOptionsText())
                + "; nohup bin/cassandra -R -p run/cassandra.pid > logs/stdout.log 2>&1 < /dev/null");
        awaitAnswer();
        isUp = true;
        startedAsStock = isStock;
        replaces = false;
    }

    private void awaitAnswer() throws IOException {
        long begin = System.nanoTime();
        while (!CqlProbe.answers(ports.contactPoint())) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(START_SECONDS)) {
                throw new IOException("node=" + name + ": no answer at " + ports.contactPoint() + " within "
                        + START_SECONDS + " s\n" + lastWords());
            }
            pause();
        }
    }

    private void pause() throws IOException {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("node=" + name + ": interrupted", e);
        }
    }

    @Override
    public void stop() throws IOException {
        end("TERM");
    }

    @Override
    public void kill() throws IOException {
        end("KILL");
    }

    /** Sends a signal to the node, if it runs, and waits for its end. */
    private void end(String signal) throws IOException {
        isUp = false;
        host.run(
                """
                [ -e PID ] || exit 0
                pid=$(cat PID)
                kill -SIGNAL "$pid" 2> /dev/null || true
                for i in $(seq SECONDS); do
                  kill -0 "$pid" 2> /dev/null || { rm -f PID; exit 0; }
                  sleep 1
                done
                echo "pid=$pid: still running"; exit 1
                """
                        .replace("PID", path("run/cassandra.pid"))
                        .replace("SIGNAL", signal)
                        .replace("SECONDS", Integer.toString(STOP_SECONDS)));
    }

    @Override
    public void use(boolean stock) {
        isStock = stock;
    }

    @Override
    public boolean breakSsd() {
        return false;
    }

    @Override
    public void emptySsd() throws IOException {
        host.run("rm -rf " + path("ssd_row_cache") + " " + path("schema_catalogue"));
    }

    @Override
    public void emptyData() throws IOException {
        emptySsd();
        host.run("rm -rf " + path("data"));
        joins = true;
        replaces = true;
    }

    @Override
    public String nodetool(String... words) throws IOException {
        return host.run(path("bin/nodetool") + " "
                + List.of(words).stream().map(SshHost::quoted).collect(Collectors.joining(" ")));
    }

    @Override
    public String script(String script) throws IOException {
        return host.run("home=" + path("") + "\n" + script);
    }

    @Override
    public void flush(String keyspace, String table) throws IOException {
        if (isUp) {
            try {
                nodetool("flush", keyspace, table);
            } catch (IOException e) {
                if (isUp) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void cutOff(List<NodePorts> others) throws IOException {
        host.run(iptables("-I", others));
    }

    @Override
    public void reconnect() throws IOException {
        // one rule after the other, as long as there are any
        host.run(
                "iptables -w -S | sed -n 's/^-A \\(.*--comment ssdtier-chaos .*\\)/-D \\1/p' | xargs -r -L 1 iptables -w");
    }

    private String iptables(String verb, List<NodePorts> others) {
        return others.stream()
                .map(other -> rule(verb, "INPUT", "-s", other) + "\n" + rule(verb, "OUTPUT", "-d", other))
                .collect(Collectors.joining("\n"));
    }

    private static String rule(String verb, String chain, String side, NodePorts other) {
        return "iptables -w " + verb + " " + chain + " " + side + " " + other.address() + " -p tcp --dport "
                + other.storage() + " -m comment --comment ssdtier-chaos -j DROP";
    }

    @Override
    public int liveNodes() throws IOException {
        return (int) nodetool("status")
                .lines()
                .filter(line -> line.startsWith("UN "))
                .count();
    }

    @Override
    public OptionalLong ssdHits() throws IOException {
        if (isStock) {
            return OptionalLong.empty();
        }
        return nodetool("ssdrowcache", "stats")
                .lines()
                .filter(line -> line.contains("ssdHits"))
                .map(line -> line.replaceAll("\\D", ""))
                .filter(digits -> !digits.isEmpty())
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    @Override
    public String lastWords() {
        try {
            return name + ":\n" + host.run("tail -n 12 " + path("logs/system.log"));
        } catch (IOException e) {
            return name + ": its log cannot be read: " + e.getMessage();
        }
    }

    private Path home() {
        return common.directory();
    }

    private String path(String name) {
        return SshHost.quoted(name.isEmpty() ? home().toString() : home() + "/" + name);
    }

    /** Kills the node and deletes its data; configuration and logs remain on its machine. */
    @Override
    public void close() throws IOException {
        kill();
        emptyData();
    }
}
