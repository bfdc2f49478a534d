package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import org.ssdtier.benchmarks.node.NodePorts;

/** Changes of the ring. Meanwhile single replicas are not judged, because rows move between nodes. */
final class MoveFaults {
    private MoveFaults() {}

    /** Lets a node join; if there is no place, the one that joined last leaves before. */
    static void bootstrap(Scene scene) throws IOException, InterruptedException {
        if (scene.cluster().members().size() == ChaosOptions.MOST_NODES) {
            decommission(scene);
        }
        scene.load().replicas().epoch().suspend();
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
        scene.load().replicas().epoch().suspend();
        // a write that only this node and one other have would be lost with it, in stock too
        DataFaults.retried(scene.cluster().members().get(0), "repair", "--full", ChaosLoad.KEYSPACE);
        node.kill();
        node.emptyData();
        scene.stayDown();
        for (ChaosNode other : scene.cluster().members()) {
            if (!other.equals(node)) {
                ChaosCluster.awaitLive(other, scene.cluster().members().size() - 1);
            }
        }
        node.start();
        scene.settle();
        resume(scene);
    }

    /** Returns the JVM option of a node that takes the place of the one that had its address. */
    static String replaceOption(NodePorts ports) {
        return "-Dcassandra.replace_address_first_boot=" + ports.address() + ":" + ports.storage();
    }

    /** Resumes the watch over the replicas if each node has all rows. */
    private static void resume(Scene scene) throws IOException, InterruptedException {
        if (scene.cluster().members().size() == ChaosOptions.REPLICAS) {
            scene.load().replicas().epoch().resume();
            repairAndJudge(scene);
        }
    }

    /**
     * Judges each replica on its own. A repair gives each node what it may lack; then none may answer with an older row than was
     * acknowledged.
     */
    static void repairAndJudge(Scene scene) throws IOException, InterruptedException {
        ReplicaWatch replicas = scene.load().replicas();
        replicas.pauseWrites();
        try {
            DataFaults.retried(
                    scene.cluster().members().get(0), "repair", "--full", ChaosLoad.KEYSPACE, ReplicaWatch.TABLE);
            replicas.requireAcknowledged();
        } finally {
            replicas.resumeWrites();
        }
    }
}
