package org.ssdtier.benchmarks.survive;

import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@link SurviveRun}.
 *
 * @param rows number of rows of the hot set, which fits in every arm's cache
 * @param readPercents percentage of reads of each mix, in the order in which the mixes are run
 * @param rounds number of runs of each mix
 * @param seconds duration of each run
 * @param flushSeconds time between two flushes; the first comes after half of it
 * @param perSecond requests per second to each node
 * @param threads number of client threads per node
 * @param tierMemoryMebibytes memory of the tier's arms in MiB, for a part of the hot set; the rest of it is on their
 *     SSD
 * @param stockMemoryMebibytes memory of stock's arms in MiB, for all of the hot set
 * @param heap heap size of each node
 * @param seed seed of all random choices
 * @param directory parent directory of the nodes' directories
 */
record SurviveOptions(
        long rows,
        List<Integer> readPercents,
        int rounds,
        long seconds,
        double flushSeconds,
        double perSecond,
        int threads,
        int tierMemoryMebibytes,
        int stockMemoryMebibytes,
        String heap,
        long seed,
        Path directory) {
    SurviveOptions {
        readPercents = List.copyOf(readPercents);
        Allowed.atLeast("rows", rows, 1);
        boolean arePercents = readPercents.stream().allMatch(percent -> percent >= 1 && percent <= 100);
        Allowed.require(!readPercents.isEmpty() && arePercents, "reads", readPercents, "1 to 100 each");
        Allowed.atLeast("rounds", rounds, 1);
        Allowed.atLeast("seconds", seconds, 1);
        Allowed.positive("flush-seconds", flushSeconds);
        Allowed.positive("rate", perSecond);
        Allowed.atLeast("threads", threads, 1);
        Allowed.atLeast("memory-mib", tierMemoryMebibytes, 1);
        Allowed.atLeast("stock-memory-mib", stockMemoryMebibytes, 1);
    }
}
