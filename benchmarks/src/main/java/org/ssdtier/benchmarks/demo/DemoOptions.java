package org.ssdtier.benchmarks.demo;

import java.nio.file.Path;

/**
 * The options of the demo.
 *
 * @param directory directory for the node and the report; files of an earlier demo in it are deleted
 * @param seconds length of the measured run in seconds, at least 5
 * @param warmUpSeconds length of the warm-up before it in seconds, at least 5
 * @param rows number of rows of the table, at least 1,000
 * @param threads number of client threads
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

    /** Returns memory for about a tenth of the rows. */
    String memoryTier() {
        return Math.max(1, rows / 25_000) + "MiB";
    }

    /** Returns space for several copies of every row, so that garbage from updates can accumulate. */
    String ssdTier() {
        return Math.max(512, rows / 500) + "MiB";
    }

    /** Returns the memory of an index for all rows with some reserve: ten bytes per row. */
    String indexMemory() {
        return Math.max(64, rows / 100) + "KiB";
    }

    private static void requireAtLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + ": allowed is " + least + " or more");
        }
    }
}
