package org.ssdtier.benchmarks.cluster;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A consistency level of reads and writes. */
enum Consistency {
    /** One replica answers a read; nothing is compared. */
    ONE,
    /** Two of three replicas answer: one with the row, the other with its digest. */
    QUORUM;

    /**
     * Returns the level with the given name, of either case.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static Consistency named(String name) {
        return Arrays.stream(values())
                .filter(level -> level.name().equalsIgnoreCase(name.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("consistency=" + name + ": allowed are "
                        + Arrays.stream(values()).map(Consistency::name).collect(Collectors.joining(", "))));
    }
}
