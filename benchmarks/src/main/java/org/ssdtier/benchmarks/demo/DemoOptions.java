package org.ssdtier.benchmarks.demo;

import java.nio.file.Path;

/**
 * What the demo does.
 *
 * @param directory where the node and the report go; what an earlier demo left there is deleted
 * @param seconds length of the measured run, at least 5
 * @param warmUpSeconds length of the warm-up before it, at least 5
 * @param rows rows of the table, at least 1,000
 * @param threads client threads
 */
public record DemoOptions(Path directory, int seconds, int warmUpSeconds, int rows, int threads) {
    /** Checks the ranges. */
    public DemoOptions {
        directory = directory.toAbsolutePath().normalize();
        requireAtLeast("seconds", seconds, 5);
        requireAtLeast("warm-up", warmUpSeconds, 5);
        requireAtLeast("rows", rows, 1_000);
        requireAtLeast("threads", threads, 1);
    }

    /** Memory for about a tenth of the rows. */
    String memoryTier() {
        return Math.max(1, rows / 25_000) + "MiB";
    }

    /** Space for every row several times, so that what an update leaves behind has time to gather. */
    String ssdTier() {
        return Math.max(512, rows / 500) + "MiB";
    }

    /** Memory to find every row on the SSD, with some to spare: ten bytes a row. */
    String indexMemory() {
        return Math.max(64, rows / 100) + "KiB";
    }

    private static void requireAtLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + ": allowed is " + least + " or more");
        }
    }
}
