package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.node.HomeMarker;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.ring.TinyTier;

/** Places for nodes on this machine, each with a loopback address of its own. */
final class LocalNodes implements NodeSource {
    private final ClusterSettings settings;
    private final @Nullable DeviceRegistry drives;

    private LocalNodes(ClusterSettings settings, @Nullable DeviceRegistry drives) {
        this.settings = settings;
        this.drives = drives;
    }

    /**
     * Chooses the ports.
     *
     * @param drives maker of emulated drives for the SSDs; null if they are directories
     * @throws IOException if there are too few
     */
    static LocalNodes of(ChaosOptions options, @Nullable DeviceRegistry drives) throws IOException {
        List<NodePorts> ports = new ArrayList<>();
        for (int place = 0; place < ChaosOptions.MOST_NODES; place++) {
            ports.add(NodePorts.free("127.0.0." + (place + 1)));
        }
        Path rackFile = Files.createDirectories(options.directory()).resolve("rackdc.properties");
        Files.writeString(rackFile, ClusterSettings.RACK);
        return new LocalNodes(new ClusterSettings(options, ports, rackFile), drives);
    }

    /** Keeps the logs of a node that was in this place before. */
    private static void keepLogs(Path home) throws IOException {
        Path logs = home.resolve("logs");
        int life = 1;
        while (Files.exists(kept(home, life))) {
            life++;
        }
        if (Files.isDirectory(logs)) {
            Files.move(logs, kept(home, life));
        }
    }

    private static Path kept(Path home, int life) {
        return home.resolveSibling(home.getFileName() + "-logs-" + life);
    }

    @Override
    public ChaosNode node(int place, boolean isFirst) throws IOException {
        String name = "node-" + (place + 1);
        Path home = settings.options().directory().resolve(name);
        if (Files.exists(home) && !HomeMarker.isHome(home)) {
            throw new IOException("directory=" + home + ": not a node's; choose another directory with --dir");
        }
        keepLogs(home);
        FileTree.delete(home);
        return new LocalNode(
                name,
                settings.ports().get(place),
                settings.of(place, home).shortLived().build(),
                TinyTier.SETTINGS,
                drives == null ? NodeSsd.in(home) : NodeSsd.emulated(drives, name),
                new LocalCut(name, settings.options().faults().contains(ChaosFault.PARTITION)),
                isFirst);
    }
}
