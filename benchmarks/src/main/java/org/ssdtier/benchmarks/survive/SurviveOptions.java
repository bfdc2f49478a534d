package org.ssdtier.benchmarks.survive;

import java.nio.file.Path;
import java.util.List;

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
        require(rows >= 1, "rows=" + rows + ": allowed 1 or more");
        require(
                !readPercents.isEmpty() && readPercents.stream().allMatch(percent -> percent >= 1 && percent <= 100),
                "reads=" + readPercents + ": allowed 1 to 100 each");
        require(rounds >= 1, "rounds=" + rounds + ": allowed 1 or more");
        require(seconds >= 1, "seconds=" + seconds + ": allowed 1 or more");
        require(flushSeconds > 0, "flush-seconds=" + flushSeconds + ": allowed more than 0");
        require(perSecond > 0, "rate=" + perSecond + ": allowed more than 0");
        require(threads >= 1, "threads=" + threads + ": allowed 1 or more");
        require(tierMemoryMebibytes >= 1, "memory-mib=" + tierMemoryMebibytes + ": allowed 1 or more");
        require(stockMemoryMebibytes >= 1, "stock-memory-mib=" + stockMemoryMebibytes + ": allowed 1 or more");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
