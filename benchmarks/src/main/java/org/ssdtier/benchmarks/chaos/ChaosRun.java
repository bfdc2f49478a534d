package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.ycsb.stale.StoreException;

/** A run of the schedule on a cluster with the jar, and then on clusters of stock Cassandra. */
final class ChaosRun {
    private final ChaosOptions options;
    private final @Nullable DeviceRegistry drives;
    private final Consumer<String> progress;

    /**
     * Creates a run; starts nothing.
     *
     * @param drives maker of emulated drives for the SSDs of nodes on this machine; null if they are directories
     */
    ChaosRun(ChaosOptions options, @Nullable DeviceRegistry drives, Consumer<String> progress) {
        this.options = options;
        this.drives = drives;
        this.progress = progress;
    }

    /** Runs all clusters, one after the other. */
    ChaosResult run() throws IOException, InterruptedException, StoreException {
        ArmResult ours = arm("ours", false, 0);
        List<ArmResult> stock = new ArrayList<>();
        for (int run = 1; run <= options.stockRuns(); run++) {
            stock.add(stock(run == 1 ? "stock" : "stock-" + run, ours.played()));
        }
        return new ChaosResult(options, ours, stock);
    }

    /** Runs stock. If that fails as a whole, the result of ours is still one. */
    private ArmResult stock(String name, int faults) throws InterruptedException {
        try {
            return arm(name, true, faults);
        } catch (IOException | StoreException | RuntimeException e) {
            progress.accept(name + ": " + e);
            return ArmResult.failed(name, e);
        }
    }

    private ArmResult arm(String name, boolean isStock, int faults)
            throws IOException, InterruptedException, StoreException {
        progress.accept(name + ": starting " + options.nodes() + " nodes in " + options.directory());
        ChaosCluster cluster = ChaosCluster.start(source(name, isStock), options.nodes(), isStock);
        try {
            return new ChaosArm(name, options, progress).run(cluster, faults);
        } finally {
            close(name, cluster);
        }
    }

    /** Takes a cluster down. If a part remains, what was seen counts nevertheless. */
    private void close(String name, ChaosCluster cluster) {
        try {
            cluster.close();
        } catch (IOException | RuntimeException e) {
            progress.accept(name + ": not taken down: " + e);
        }
    }

    private NodeSource source(String arm, boolean isStock) throws IOException {
        return options.hosts().isEmpty()
                ? LocalNodes.of(options.in(arm), isStock ? null : drives)
                : SshNodes.of(options.in(arm), options.hosts());
    }
}
