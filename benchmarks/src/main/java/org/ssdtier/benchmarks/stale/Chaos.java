package org.ssdtier.benchmarks.stale;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A kind of disturbance of the node during the probe, in addition to reads, writes and flushes. */
enum Chaos {
    /** TRUNCATE, which deletes every row written before. */
    TRUNCATE,
    /** ALTER TABLE: turns caching off and on, and changes comments. */
    ALTER,
    /** Import of SSTables. */
    IMPORT,
    /** Change of the row cache's capacity to 0 and back. */
    RESIZE,
    /** Invalidation of the whole row cache. */
    INVALIDATE,
    /** Major compaction. */
    COMPACT,
    /** Operations of the SSD tier: pause and resume, change of its size and back. */
    TIER;

    /**
     * Parses {@code all}, {@code none}, or names separated by commas.
     *
     * @throws IllegalArgumentException if a name is unknown; the message contains it
     */
    static Set<Chaos> parse(String words) {
        return switch (words.toLowerCase(Locale.ROOT)) {
            case "all" -> EnumSet.allOf(Chaos.class);
            case "none" -> EnumSet.noneOf(Chaos.class);
            default ->
                Arrays.stream(words.split(",", -1))
                        .map(Chaos::parseOne)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Chaos.class)));
        };
    }

    private static Chaos parseOne(String word) {
        return Arrays.stream(values())
                .filter(one -> one.toString().equalsIgnoreCase(word.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("chaos=" + word + ": allowed are all, none, or some of "
                        + Arrays.stream(values()).map(Chaos::toString).collect(Collectors.joining(","))));
    }

    /** Returns the name on the command line and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
