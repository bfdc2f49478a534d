package org.ssdtier.benchmarks.dashboard;

import java.nio.file.Path;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@code bench dashboard}.
 *
 * @param seconds length of the load before the faults
 * @param heap heap of the node
 * @param seed seed of the load
 * @param hasDriveFaults whether a second node has its tier on an emulated drive that fails, which takes minutes
 * @param directory parent of the directories of node and Prometheus
 */
record DashboardOptions(int seconds, String heap, long seed, boolean hasDriveFaults, Path directory) {
    DashboardOptions {
        Allowed.between("seconds", seconds, 10, 3_600);
    }
}
