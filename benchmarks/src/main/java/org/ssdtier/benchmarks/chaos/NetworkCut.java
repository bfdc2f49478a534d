package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A partition of the network: one node on one side, the others on the other. */
final class NetworkCut {
    /** Connections between nodes may wait that long before they send again. */
    private static final int SECONDS_TO_RECONNECT = 30;

    private NetworkCut() {}

    /** Cuts a node off for a while. Clients reach it and the others all the time. */
    static void play(Scene scene) throws IOException, InterruptedException {
        ChaosNode node = scene.anyNode();
        scene.load().errors().cutOff(node.ports().contactPoint());
        try {
            play(scene, node);
        } finally {
            scene.load().errors().cutOff(null);
        }
    }

    private static void play(Scene scene, ChaosNode node) throws IOException, InterruptedException {
        List<ChaosNode> others = scene.cluster().members().stream()
                .filter(other -> !other.equals(node))
                .toList();
        try {
            node.cutOff(others.stream().map(ChaosNode::ports).toList());
            ChaosCluster.awaitLive(node, 1);
            for (ChaosNode other : others) {
                ChaosCluster.awaitLive(other, others.size());
            }
            scene.stayDown();
        } finally {
            node.reconnect();
        }
        scene.settle();
        TimeUnit.SECONDS.sleep(SECONDS_TO_RECONNECT);
    }
}
