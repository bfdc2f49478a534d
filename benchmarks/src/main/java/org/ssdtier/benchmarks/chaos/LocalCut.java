package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private static final String PREFIX = "ssdtier-chaos-";
    private static final Pattern OWNER = Pattern.compile(PREFIX + "(\\d+)-");

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
        group = PREFIX + ProcessHandle.current().pid() + "-" + node;
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
        return marked("-m", "cgroup", "--path", group, "-p", "tcp", "-m", "multiport", "--dports", ports);
    }

    /** Returns a rule that drops packets, with the name of the group, by which leftovers are found. */
    private String[] marked(String... packets) {
        return Stream.concat(Stream.of(packets), Stream.of("-m", "comment", "--comment", group, "-j", "DROP"))
                .toArray(String[]::new);
    }

    /** Removes rules and groups of programs that were killed. */
    private static void removeLeftovers() throws IOException {
        for (String line : Shell.require(List.of("iptables", "-w", "-S", "OUTPUT"), SECONDS)
                .lines()
                .toList()) {
            List<String> words = List.of(line.replace("\"", "").split(" "));
            if (isLeftover(line) && words.size() > 2 && words.get(0).equals("-A")) {
                iptables("-D", words.subList(2, words.size()));
            }
        }
        try (Stream<Path> groups = Files.list(hierarchy())) {
            groups.filter(path -> isLeftover(path.getFileName().toString())).forEach(LocalCut::deleteGroup);
        }
    }

    /** Deletes a group, if no process is in it: the nodes of a program that was killed may still run. */
    private static void deleteGroup(Path group) {
        try {
            Files.deleteIfExists(group);
        } catch (IOException e) {
            System.err.println("group=" + group + ": not deleted: " + e.getMessage());
        }
    }

    /** Returns whether a text has the name of a group of a program that has ended. */
    static boolean isLeftover(String text) {
        Matcher owner = OWNER.matcher(text);
        return owner.find() && ProcessHandle.of(Long.parseLong(owner.group(1))).isEmpty();
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
        add(marked("-d", own.address(), "-p", "tcp", "--dport", Integer.toString(own.storage())));
    }

    /**
     * Requires that the network can be cut, and removes what is left of programs that were killed.
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
        removeLeftovers();
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
