package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The parts of a run that a fault needs.
 *
 * @param cluster nodes
 * @param load load on them
 * @param options durations
 * @param random random choices of this fault, the same with the tier and with stock
 */
record Scene(ChaosCluster cluster, ChaosLoad load, ChaosOptions options, SplittableRandom random) {
    /** Returns a random node. */
    ChaosNode anyNode() {
        return cluster.members().get(random.nextInt(cluster.members().size()));
    }

    /** Returns a random node of those that were there at the beginning, whose rows are watched. */
    ChaosNode anyOfTheFirst() {
        return cluster.members().get(random.nextInt(options.nodes()));
    }

    /** Returns a random node other than the first, which the others meet first. */
    ChaosNode anyLaterNode() {
        return cluster.members().get(1 + random.nextInt(cluster.members().size() - 1));
    }

    /** Keeps the load up while a node is down. */
    void stayDown() throws InterruptedException {
        TimeUnit.SECONDS.sleep(options.downSeconds());
    }

    /** Waits until all nodes and the driver see all nodes, then keeps the load up for a while. */
    void settle() throws IOException, InterruptedException {
        cluster.awaitWhole();
        load.quorum().awaitNodesUp(cluster.members().size());
        TimeUnit.SECONDS.sleep(options.restSeconds());
    }
}
