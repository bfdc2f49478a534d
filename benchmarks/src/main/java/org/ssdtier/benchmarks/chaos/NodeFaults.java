package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.node.CqlProbe;

/** Faults and changes of single nodes that keep their data. */
final class NodeFaults {
    private static final int MOST_REWRITES = 5;
    private static final int MOST_PROBES = 30;

    private NodeFaults() {}

    /** Kills a node, which comes back. */
    static void kill(Scene scene) throws IOException, InterruptedException {
        ChaosNode node = scene.anyNode();
        node.kill();
        scene.stayDown();
        node.start();
        scene.settle();
    }

    /** Stops a node, which comes back. */
    static void stop(Scene scene) throws IOException, InterruptedException {
        ChaosNode node = scene.anyNode();
        node.stop();
        scene.stayDown();
        node.start();
        scene.settle();
    }

    /**
     * Lets the SSD of a node die under load, where that is possible. The node must live on. Then it is killed, and gets an
     * empty SSD.
     */
    static void loseSsd(Scene scene) throws IOException, InterruptedException {
        ChaosNode node = scene.anyOfTheFirst();
        scene.cluster().breakSsd(node);
        scene.stayDown();
        scene.cluster().awaitWhole();
        requireAnswer(node);
        scene.load().replicas().requireAnswers(node.ports().contactPoint());
        node.kill();
        node.emptySsd();
        scene.stayDown();
        node.start();
        scene.settle();
    }

    private static void requireAnswer(ChaosNode node) throws IOException, InterruptedException {
        for (int attempt = 0; !CqlProbe.answers(node.ports().contactPoint()); attempt++) {
            if (attempt == MOST_PROBES) {
                throw new IOException("node=" + node.name() + ": it answers no client without its SSD");
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    /** Restarts all nodes, one after the other. */
    static void restartAll(Scene scene) throws IOException, InterruptedException {
        for (ChaosNode node : scene.cluster().members()) {
            restart(scene, node);
        }
    }

    /** Makes all nodes stock, one after the other, and then what they were before. */
    static void changeAll(Scene scene) throws IOException, InterruptedException {
        convert(scene, false);
        for (ChaosNode node : scene.cluster().members()) {
            node.use(true);
            restart(scene, node);
        }
        for (ChaosNode node : scene.cluster().members()) {
            node.use(scene.cluster().isStock());
            restart(scene, node);
        }
        convert(scene, true);
    }

    private static void restart(Scene scene, ChaosNode node) throws IOException, InterruptedException {
        node.stop();
        node.start();
        scene.settle();
    }

    /**
     * Converts all tables to the format of the catalogue, or to Cassandra's own. A flush that was under way may leave an SSTable
     * of the other format, hence several attempts.
     */
    private static void convert(Scene scene, boolean isCatalogued) throws IOException {
        scene.load().convert(isCatalogued);
        for (ChaosNode node : scene.cluster().members()) {
            int attempt = 0;
            do {
                if (attempt++ == MOST_REWRITES) {
                    throw new IOException("node=" + node.name() + ": there are catalogued SSTables after "
                            + MOST_REWRITES + " rewrites");
                }
                DataFaults.retried(node, "upgradesstables", "-a", ChaosLoad.KEYSPACE);
            } while (!isCatalogued && hasCatalogued(node));
        }
    }

    private static boolean hasCatalogued(ChaosNode node) throws IOException {
        String script =
                "sleep 2; find \"$home/data/data/" + ChaosLoad.KEYSPACE + "\" -maxdepth 2 -name '*-catalogued-Data.db'";
        return !node.script(script).isBlank();
    }
}
