package org.ssdtier.benchmarks.writes;

import java.nio.file.Path;
import org.ssdtier.benchmarks.launcher.Allowed;

/**
 * What {@link WritesRun} does.
 *
 * @param rows of the table, all cached before each run
 * @param rounds runs of each arm that are counted
 * @param warmUpRounds runs of each arm before those, while the nodes are being compiled; set beforehand, never counted
 * @param seconds of each run, with a flush in its middle
 * @param threads of the client
 * @param memoryMebibytes memory of each row cache
 * @param heap of each node
 * @param seed of all random choices
 * @param directory holds the nodes' directories
 */
record WritesOptions(
        long rows,
        int rounds,
        int warmUpRounds,
        long seconds,
        int threads,
        int memoryMebibytes,
        String heap,
        long seed,
        Path directory) {
    WritesOptions {
        Allowed.atLeast("rows", rows, 1);
        Allowed.atLeast("rounds", rounds, 1);
        Allowed.atLeast("warm-up-rounds", warmUpRounds, 0);
        Allowed.atLeast("seconds", seconds, 1);
        Allowed.atLeast("threads", threads, 1);
        Allowed.atLeast("memory-mib", memoryMebibytes, 1);
    }
}
