package org.ssdtier.benchmarks.writes;

import java.nio.file.Path;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@link WritesRun}.
 *
 * @param rows number of rows of the table, all cached before each run
 * @param rounds number of counted runs of each arm
 * @param warmUpRounds number of earlier runs of each arm, while the JVMs compile; set beforehand, never counted
 * @param seconds duration of each run, with a flush in its middle
 * @param threads number of client threads
 * @param memoryMebibytes memory of each row cache in MiB
 * @param heap heap size of each node
 * @param seed seed of all random choices
 * @param directory parent directory of the nodes' directories
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
