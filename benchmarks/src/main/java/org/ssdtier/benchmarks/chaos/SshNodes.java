package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.node.HomeMarker;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.ring.TinyTier;

/** Places for nodes on other machines, one on each. */
final class SshNodes implements NodeSource {
    private static final int CQL = 9042;
    private static final int STORAGE = 7000;
    private static final int JMX = 7199;

    private final ClusterSettings settings;
    private final List<SshHost> hosts;

    private SshNodes(ClusterSettings settings, List<SshHost> hosts) {
        this.settings = settings;
        this.hosts = hosts;
    }

    /** Returns the places on some machines; nothing is sent to them yet. */
    static SshNodes of(ChaosOptions options, List<SshHost> hosts) {
        List<NodePorts> ports = new ArrayList<>();
        for (SshHost host : hosts) {
            // a port for JMX of its own, for machines that share an address for it
            ports.add(new NodePorts(host.address(), CQL, STORAGE, JMX + ports.size()));
        }
        Path rackFile = options.directory().resolve("rackdc.properties").toAbsolutePath();
        return new SshNodes(new ClusterSettings(options, ports, rackFile), hosts);
    }

    @Override
    public ChaosNode node(int place, boolean isFirst) throws IOException {
        if (place >= hosts.size()) {
            throw new IOException("--hosts: " + hosts.size()
                    + " given, and another node is to join; add a host, or leave out" + " bootstrap and decommission");
        }
        SshHost host = hosts.get(place);
        String name = "node-" + (place + 1);
        Path home = settings.options().directory().resolve(name).toAbsolutePath();
        if (Files.exists(home) && !HomeMarker.isHome(home)) {
            throw new IOException("directory=" + home + ": not a node's; choose another directory with --dir");
        }
        FileTree.delete(home);
        String there = SshHost.quoted(home.toString());
        host.run("if [ -e " + there + " ] && [ ! -e " + there + "/" + HomeMarker.NAME + " ]; then echo " + there
                + ": not a node\\'s; exit 1; fi\nrm -rf " + there + "\nmkdir -p " + there
                + "\nprintf '%b' " + SshHost.quoted(ClusterSettings.RACK.replace("\n", "\\n")) + " > "
                + SshHost.quoted(settings.rackFile().toString()));
        return new SshNode(
                name,
                settings.ports().get(place),
                host,
                settings.of(place, home).build(),
                TinyTier.SETTINGS,
                isFirst);
    }
}
