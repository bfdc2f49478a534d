package org.ssdtier.benchmarks.crash;

import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.launcher.Allowed;

/**
 * What a {@link CrashRun} does.
 *
 * @param rounds how often the node is killed and started again
 * @param withCleanStop whether it is stopped as an operator does once before, to compare with
 * @param seconds of load between two kills, on average
 * @param moments when it is killed, one after the other in an order of chance
 * @param keys rows of the table that fills the SSD
 * @param memoryMebibytes the row cache's memory
 * @param ssdMebibytes the SSD tier, in segments of 1 MiB
 * @param heap of the node
 * @param seed of all random choices of the client
 * @param directory the node's
 */
record CrashOptions(
        int rounds,
        boolean withCleanStop,
        double seconds,
        List<KillMoment> moments,
        int keys,
        int memoryMebibytes,
        int ssdMebibytes,
        String heap,
        long seed,
        Path directory) {
    CrashOptions {
        moments = List.copyOf(moments);
        Allowed.atLeast("rounds", rounds, 1);
        Allowed.positive("seconds", seconds);
        Allowed.between("keys", keys, 1, 1 << 24);
        Allowed.atLeast("memory-mib", memoryMebibytes, 1);
        Allowed.atLeast("ssd-mib", ssdMebibytes, 4);
    }
}
