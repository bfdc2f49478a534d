package org.ssdtier.benchmarks.crash;

import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.Features;

/**
 * The options of a {@link CrashRun}.
 *
 * @param rounds number of times the node is killed and restarted
 * @param withCleanStop whether the node is first stopped once as an operator would, for comparison
 * @param seconds average duration of the load between two kills in seconds
 * @param moments moments of kills; each kill chooses one at random
 * @param keys number of rows of the table that fills the SSD
 * @param memoryMebibytes memory of the row cache in MiB
 * @param ssdMebibytes size of the SSD tier in MiB, in segments of 1 MiB
 * @param features what is turned on beside the row cache
 * @param heap heap size of the node
 * @param seed seed of all random choices of the client
 * @param directory directory of the node
 */
record CrashOptions(
        int rounds,
        boolean withCleanStop,
        double seconds,
        List<KillMoment> moments,
        int keys,
        int memoryMebibytes,
        int ssdMebibytes,
        Features features,
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
