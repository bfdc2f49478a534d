package org.ssdtier.benchmarks.chaos;

import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@link ChaosRun}.
 *
 * @param faults faults that are played, in this order, again and again
 * @param seconds least duration of the faults with the tier; stock plays as many
 * @param downSeconds seconds that a node is down, or cut off
 * @param restSeconds seconds of undisturbed load after each fault
 * @param nodes number of nodes at the beginning
 * @param stockRuns how often stock plays the same schedule
 * @param heap heap of each node
 * @param seed seed of all random choices
 * @param directory parent of the nodes' directories
 * @param hosts machines of the nodes; none = all nodes are on this one
 */
record ChaosOptions(
        List<ChaosFault> faults,
        int seconds,
        int downSeconds,
        int restSeconds,
        int nodes,
        int stockRuns,
        String heap,
        long seed,
        Path directory,
        List<SshHost> hosts) {
    /** Number of replicas of each row. */
    static final int REPLICAS = 3;
    /** The most nodes at a time; one place is left for a node that joins. */
    static final int MOST_NODES = 5;

    /** Returns these options with a directory of its own for the nodes of an arm. */
    ChaosOptions in(String arm) {
        return new ChaosOptions(
                faults, seconds, downSeconds, restSeconds, nodes, stockRuns, heap, seed, directory.resolve(arm), hosts);
    }

    ChaosOptions {
        faults = List.copyOf(faults);
        hosts = List.copyOf(hosts);
        int machines = moves(faults) ? MOST_NODES : nodes;
        Allowed.require(
                hosts.isEmpty() || hosts.size() >= machines,
                "--hosts",
                hosts.size(),
                "at least " + machines + (moves(faults) ? ", because nodes join" : ""));
        Allowed.between("--seconds", seconds, 1, 86_400);
        Allowed.between("--down", downSeconds, 1, 600);
        Allowed.between("--rest", restSeconds, 1, 600);
        Allowed.between("--stock-runs", stockRuns, 0, 10);
        Allowed.between("--nodes", nodes, REPLICAS, MOST_NODES - 1);
    }

    /** Returns whether nodes join or leave. */
    private static boolean moves(List<ChaosFault> faults) {
        return faults.contains(ChaosFault.BOOTSTRAP) || faults.contains(ChaosFault.DECOMMISSION);
    }
}
