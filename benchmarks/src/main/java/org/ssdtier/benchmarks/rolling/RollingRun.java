package org.ssdtier.benchmarks.rolling;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.node.InstallerJar;
import org.ssdtier.benchmarks.ring.PhaseFigures;
import org.ssdtier.benchmarks.ring.QuorumLoad;
import org.ssdtier.ycsb.cql.CqlSchema;
import org.ssdtier.ycsb.stale.StoreException;

/** A run of all phases on one cluster, without a pause of the load. */
final class RollingRun {
    private final RollingOptions options;
    private final Consumer<String> progress;
    private long ssdHits;

    RollingRun(RollingOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    /** Runs the phases. */
    RollingResult run() throws IOException, InterruptedException, StoreException {
        InstallerJar installer = InstallerJar.locate();
        progress.accept("Starting three stock nodes in " + options.directory());
        try (RollingCluster cluster = RollingCluster.start(options);
                QuorumLoad load = QuorumLoad.start(cluster.target(), options.seed())) {
            List<PhaseFigures> phases = new ArrayList<>();
            PhaseFigures before = load.figures("start");
            for (RollingPhase phase : RollingPhase.values()) {
                change(phase, cluster, load, installer);
                PhaseFigures now = load.figures(phase.toString());
                phases.add(now.since(before));
                progress.accept(line(phases.get(phases.size() - 1)));
                before = now;
            }
            load.stop();
            return new RollingResult(options, phases, load.figures("all"), ssdHits, load.violations());
        }
    }

    private void change(RollingPhase phase, RollingCluster cluster, QuorumLoad load, InstallerJar installer)
            throws IOException, InterruptedException {
        switch (phase) {
            case STOCK -> rest();
            case INSTALL -> {
                for (RollingNode node : cluster.nodes()) {
                    node.install(installer);
                    settle(cluster, load);
                    progress.accept("Installed the jar on a node");
                }
            }
            case CATALOGUE -> convert(cluster, load, true);
            case CONVERT -> {
                convert(cluster, load, false);
                ssdHits = cluster.ssdHits();
            }
            case UNINSTALL -> {
                for (RollingNode node : cluster.nodes()) {
                    node.uninstall(installer);
                    settle(cluster, load);
                    progress.accept("Removed the jar from a node");
                }
            }
        }
    }

    private void convert(RollingCluster cluster, QuorumLoad load, boolean catalogued)
            throws IOException, InterruptedException {
        for (String table : QuorumLoad.TABLES) {
            CqlSchema.execute(
                    load.session(),
                    "ALTER TABLE " + RollingNode.KEYSPACE + "." + table + " WITH extensions = {'schema_catalogue': '"
                            + catalogued + "'}");
        }
        for (RollingNode node : cluster.nodes()) {
            for (String table : QuorumLoad.TABLES) {
                node.rewrite(table, catalogued);
            }
        }
        rest();
    }

    /** Waits until the restarted node is back for all, then keeps the load up for a while. */
    private void settle(RollingCluster cluster, QuorumLoad load) throws IOException, InterruptedException {
        cluster.awaitLive();
        load.awaitNodesUp(cluster.nodes().size());
        rest();
    }

    private void rest() throws InterruptedException {
        TimeUnit.SECONDS.sleep(options.seconds());
    }

    private static String line(PhaseFigures phase) {
        return String.format(
                "%-10s %6.1f s  reads %,9d  writes %,8d  stale %d  lost %d  ghost %d  failed %d",
                phase.phase(),
                phase.seconds(),
                phase.reads(),
                phase.writes(),
                phase.stale(),
                phase.lost(),
                phase.ghost(),
                phase.failed());
    }
}
