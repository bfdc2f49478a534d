package org.ssdtier.benchmarks.dashboard;

import java.nio.file.Path;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@code bench dashboard}.
 *
 * @param seconds length of the load before the faults
 * @param heap heap of the node
 * @param seed seed of the load
 * @param scrapeSeconds time from one scrape of the exporter to the next, and the longest that one may take
 * @param hasDriveFaults whether a second node has its tier on an emulated drive that fails, which takes minutes
 * @param directory parent of the directories of node and Prometheus
 */
record DashboardOptions(
        int seconds, String heap, long seed, int scrapeSeconds, boolean hasDriveFaults, Path directory) {
    DashboardOptions {
        Allowed.between("seconds", seconds, 10, 3_600);
        Allowed.between("scrape-seconds", scrapeSeconds, 1, 10);
    }
}
