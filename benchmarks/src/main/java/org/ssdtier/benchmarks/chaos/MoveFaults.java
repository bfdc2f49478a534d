package org.ssdtier.benchmarks.chaos;

import java.io.IOException;

/** Changes of the ring. Meanwhile single replicas are not judged, because rows move between nodes. */
final class MoveFaults {
    private MoveFaults() {}

    /** Lets a node join; if there is no place, the one that joined last leaves before. */
    static void bootstrap(Scene scene) throws IOException, InterruptedException {
        if (scene.cluster().members().size() == ChaosOptions.MOST_NODES) {
            decommission(scene);
        }
        scene.load().replicas().suspend();
        scene.cluster().join();
        scene.settle();
    }

    /** Lets the node that joined last leave; if none has joined, one joins before. */
    static void decommission(Scene scene) throws IOException, InterruptedException {
        if (scene.cluster().members().size() == scene.options().nodes()) {
            bootstrap(scene);
        }
        scene.cluster().leave();
        scene.settle();
        resume(scene);
    }

    /** Kills a node, deletes its data, and starts an empty one in its place. */
    static void replace(Scene scene) throws IOException, InterruptedException {
        ChaosNode node = scene.anyLaterNode();
        scene.load().replicas().suspend();
        node.kill();
        node.emptyData();
        scene.stayDown();
        for (ChaosNode other : scene.cluster().members()) {
            if (!other.equals(node)) {
                ChaosCluster.awaitLive(other, scene.cluster().members().size() - 1);
            }
        }
        node.start("-Dcassandra.replace_address_first_boot=" + node.ports().address() + ":"
                + node.ports().storage());
        scene.settle();
        resume(scene);
    }

    /** Resumes the watch over the replicas if each node has all rows. */
    private static void resume(Scene scene) {
        if (scene.cluster().members().size() == ChaosOptions.REPLICAS) {
            scene.load().replicas().resume();
        }
    }
}
