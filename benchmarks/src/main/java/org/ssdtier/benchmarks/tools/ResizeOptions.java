package org.ssdtier.benchmarks.tools;

import java.nio.file.Path;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@link ResizeRun}.
 *
 * @param rows number of rows of the table, more than fit into twice the SSD tier
 * @param seconds duration of each measurement, and of each part of a warm-up
 * @param warmUpParts most parts of each warm-up
 * @param threads number of client threads
 * @param memoryMebibytes memory of the row cache in MiB
 * @param ssdMebibytes size of the SSD tier before the resizes in MiB
 * @param heap heap size of the node
 * @param seed seed of all random choices
 * @param directory parent directory of the node's directory
 */
record ResizeOptions(
        long rows,
        long seconds,
        int warmUpParts,
        int threads,
        int memoryMebibytes,
        int ssdMebibytes,
        String heap,
        long seed,
        Path directory) {
    private static final int LEAST_SSD_MEBIBYTES = 32;
    /** Bytes of a row on the SSD, at least. */
    private static final int LEAST_ROW_BYTES = 400;

    ResizeOptions {
        Allowed.atLeast("seconds", seconds, 1);
        Allowed.atLeast("warm-up-parts", warmUpParts, 2);
        Allowed.atLeast("threads", threads, 1);
        Allowed.atLeast("memory-mib", memoryMebibytes, 1);
        Allowed.atLeast("ssd-mib", ssdMebibytes, LEAST_SSD_MEBIBYTES);
        Allowed.atLeast("rows", rows, 2 * ((long) ssdMebibytes << 20) / LEAST_ROW_BYTES);
    }
}
