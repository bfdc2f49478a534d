package org.ssdtier.benchmarks.writes;

import java.nio.file.Path;

/**
 * What {@link WritesRun} does.
 *
 * @param rows of the table, all cached before each run
 * @param rounds runs of each arm
 * @param seconds of each run, with a flush in its middle
 * @param threads of the client
 * @param memoryMebibytes memory of each row cache
 * @param heap of each node
 * @param seed of all random choices
 * @param directory holds the nodes' directories
 */
record WritesOptions(
        long rows, int rounds, long seconds, int threads, int memoryMebibytes, String heap, long seed, Path directory) {
    WritesOptions {
        require(rows >= 1, "rows=" + rows + ": allowed 1 or more");
        require(rounds >= 1, "rounds=" + rounds + ": allowed 1 or more");
        require(seconds >= 1, "seconds=" + seconds + ": allowed 1 or more");
        require(threads >= 1, "threads=" + threads + ": allowed 1 or more");
        require(memoryMebibytes >= 1, "memory-mib=" + memoryMebibytes + ": allowed 1 or more");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
