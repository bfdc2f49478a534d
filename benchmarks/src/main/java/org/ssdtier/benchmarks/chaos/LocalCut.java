package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.ssdtier.benchmarks.node.NodePorts;

/**
 * The cut of the network between a node on this machine and others. All their addresses are the machine's own, so packets do not
 * tell which node has sent them; the node is in a control group by which iptables recognises its packets.
 *
 * <p>Nodes send messages only through connections that they have opened themselves, so it suffices to drop what goes to a port for
 * nodes.
 */
final class LocalCut implements AutoCloseable {
    private static final int SECONDS = 30;
    private static final int INSTALL_SECONDS = 300;
    private static final Path MOUNTS = Path.of("/proc/self/mounts");

    private final String group;
    private final boolean isPlanned;
    private final List<List<String>> rules = new ArrayList<>();

    /**
     * Chooses the control group.
     *
     * @param node name of the node
     * @param isPlanned whether {@link #begin} will be called; if not, the node runs without a group
     */
    LocalCut(String node, boolean isPlanned) {
        this.isPlanned = isPlanned;
        group = "ssdtier-chaos-" + ProcessHandle.current().pid() + "-" + node;
    }

    /** Installs what {@link #isPossible} needs, if it is missing. */
    static void installMissing() throws IOException {
        if (!isPossible()) {
            Shell.require(List.of("apt-get", "update", "-q"), INSTALL_SECONDS);
            Shell.require(List.of("apt-get", "install", "-y", "--no-install-recommends", "iptables"), INSTALL_SECONDS);
        }
    }

    /** Returns whether the network between nodes of this machine can be cut. */
    static boolean isPossible() {
        try {
            tryOut();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void tryOut() throws IOException {
        try (LocalCut trial = new LocalCut("trial", true)) {
            trial.inside();
            trial.add(trial.rule("1"));
        }
    }

    private String[] rule(String ports) {
        return new String[] {
            "-m", "cgroup", "--path", group, "-p", "tcp", "-m", "multiport", "--dports", ports, "-j", "DROP"
        };
    }

    /** Returns the words before a command that put its process into the control group; none if no cut is planned. */
    List<String> inside() throws IOException {
        if (!isPlanned) {
            return List.of();
        }
        Path processes = Files.createDirectories(hierarchy().resolve(group)).resolve("cgroup.procs");
        return List.of("sh", "-c", "echo $$ > " + processes + " && exec \"$@\"", "sh");
    }

    /** Begins to drop packets between the node and others. */
    void begin(NodePorts own, List<NodePorts> others) throws IOException {
        require();
        endOnShutdown();
        String ports =
                others.stream().map(node -> Integer.toString(node.storage())).collect(Collectors.joining(","));
        add(rule(ports));
        add("-d", own.address(), "-p", "tcp", "--dport", Integer.toString(own.storage()), "-j", "DROP");
    }

    /**
     * Requires that the network can be cut.
     *
     * @throws IOException if it cannot be; the message says what would help
     */
    static void require() throws IOException {
        try {
            tryOut();
        } catch (IOException e) {
            throw new IOException(
                    "iptables: it does not run here, or there is no mount of cgroup2; run as root with --install, or leave"
                            + " out partition: " + e.getMessage(),
                    e);
        }
    }

    private synchronized void add(String... rule) throws IOException {
        iptables("-I", List.of(rule));
        rules.add(List.of(rule));
    }

    /** Ends the cut even if this program is interrupted: the rules are the machine's. */
    private void endOnShutdown() {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            try {
                                end();
                            } catch (IOException e) {
                                System.err.println("iptables: a rule of " + group + " remains: " + e.getMessage());
                            }
                        },
                        "end-" + group));
    }

    private static void iptables(String verb, List<String> rule) throws IOException {
        List<String> command = new ArrayList<>(List.of("iptables", "-w", verb, "OUTPUT"));
        command.addAll(rule);
        Shell.require(command, SECONDS);
    }

    /** Ends the cut, if there is one. */
    synchronized void end() throws IOException {
        List<List<String>> all = new ArrayList<>(rules);
        Collections.reverse(all);
        for (List<String> rule : all) {
            iptables("-D", rule);
            rules.remove(rule);
        }
    }

    private static Path hierarchy() throws IOException {
        return Files.readAllLines(MOUNTS).stream()
                .map(line -> line.split(" "))
                .filter(fields -> fields[2].equals("cgroup2"))
                .map(fields -> Path.of(fields[1]))
                .findFirst()
                .orElseThrow(() -> new IOException("file=" + MOUNTS + ": no cgroup2"));
    }

    /** Ends the cut, and removes the control group of the node, which has ended. */
    @Override
    public void close() throws IOException {
        end();
        if (isPlanned) {
            Files.deleteIfExists(hierarchy().resolve(group));
        }
    }
}
