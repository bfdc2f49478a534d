package org.ssdtier.benchmarks.tools;

import java.nio.file.Path;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@link ToolsRun}.
 *
 * @param rows number of rows of the table, all cached in memory or on the SSD
 * @param rounds number of counted slots of each arm
 * @param warmUpRounds number of earlier slots of each arm, while the JVM compiles; never counted
 * @param seconds duration of each slot
 * @param everySeconds time from one start of a tool that ends to the next
 * @param threads number of client threads
 * @param processors processors whose time the node may use; load and tools have the others
 * @param memoryMebibytes memory of the row cache in MiB
 * @param heap heap size of the node
 * @param seed seed of all random choices
 * @param directory parent directory of the node's directory
 */
record ToolsOptions(
        long rows,
        int rounds,
        int warmUpRounds,
        long seconds,
        long everySeconds,
        int threads,
        double processors,
        int memoryMebibytes,
        String heap,
        long seed,
        Path directory) {
    /** Longest slot: a node forgets the CPU time of a thread that has answered nothing for a minute. */
    static final int MOST_SECONDS = 50;

    ToolsOptions {
        Allowed.atLeast("rows", rows, 1);
        Allowed.atLeast("rounds", rounds, 1);
        Allowed.atLeast("warm-up-rounds", warmUpRounds, 0);
        Allowed.between("seconds", seconds, 1, MOST_SECONDS);
        Allowed.atLeast("every-seconds", everySeconds, 1);
        Allowed.atLeast("threads", threads, 1);
        int most = Runtime.getRuntime().availableProcessors();
        Allowed.require(processors >= 0.1 && processors <= most, "processors", processors, "0.1 to " + most);
        Allowed.atLeast("memory-mib", memoryMebibytes, 1);
    }
}
