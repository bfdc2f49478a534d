package org.ssdtier.benchmarks.rolling;

import java.nio.file.Path;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@link RollingRun}.
 *
 * @param seconds seconds of load after each change
 * @param heap heap of each node
 * @param seed seed of all random choices
 * @param directory parent of the nodes' directories
 */
record RollingOptions(int seconds, String heap, long seed, Path directory) {
    RollingOptions {
        Allowed.between("seconds", seconds, 1, 3_600);
    }
}
