package org.ssdtier.benchmarks.survive;

import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.launcher.Allowed;

/**
 * What {@link SurviveRun} does.
 *
 * @param rows the hot set, all of which every arm's cache can hold
 * @param readPercents the mixes, reads in a hundred, in the order in which they are run
 * @param rounds how often each mix is run
 * @param seconds of each run
 * @param flushSeconds time between two flushes; the first comes after half of it
 * @param perSecond requests a second to each node
 * @param threads of the client, for each node
 * @param tierMemoryMebibytes memory of the tier's arms, a part of the hot set; the rest of it is on their SSD
 * @param stockMemoryMebibytes memory of stock's arms, all of the hot set
 * @param heap of each node
 * @param seed of all random choices
 * @param directory holds the nodes' directories
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
