package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.node.NodePorts;

/** A partition of the network: one node on one side, the others on the other. */
final class NetworkCut {
    /** Nodes need up to 20 s to take others for dead. */
    private static final int LEAST_SECONDS = 30;

    private NetworkCut() {}

    /** Cuts a node off for a while. Clients reach it and the others all the time. */
    static void play(Scene scene) throws IOException, InterruptedException {
        ChaosNode node = scene.anyNode();
        List<NodePorts> others = scene.cluster().members().stream()
                .filter(other -> !other.equals(node))
                .map(ChaosNode::ports)
                .toList();
        try {
            node.cutOff(others);
            TimeUnit.SECONDS.sleep(Math.max(LEAST_SECONDS, scene.options().downSeconds()));
        } finally {
            node.reconnect();
        }
        scene.settle();
    }
}
