package org.ssdtier.benchmarks.stale;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What is done to the node while it is probed, beside reads, writes and flushes. */
enum Chaos {
    /** TRUNCATE: every row written before is gone. */
    TRUNCATE,
    /** ALTER TABLE: caching off and on again, comments. */
    ALTER,
    /** Import of SSTables. */
    IMPORT,
    /** The row cache's capacity to 0 and back. */
    RESIZE,
    /** Invalidation of the whole row cache. */
    INVALIDATE,
    /** Major compaction. */
    COMPACT,
    /** What only the SSD tier knows: pause and resume, another size and back. */
    TIER;

    /**
     * Reads {@code all}, {@code none}, or words separated by commas.
     *
     * @throws IllegalArgumentException naming the word that is none
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

    /** The word on the command line and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
