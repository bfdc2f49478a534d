package org.ssdtier.benchmarks.crash;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The moment when a node is killed. */
enum KillMoment {
    /** At any time. */
    ANY(0),
    /** Soon after a flush has begun. */
    FLUSH(60),
    /** Soon after a major compaction has begun. */
    COMPACT(200),
    /** Soon after an import of SSTables has begun. */
    IMPORT(120),
    /** Soon after a TRUNCATE has begun. */
    TRUNCATE(250);

    private final int maxMillis;

    KillMoment(int maxMillis) {
        this.maxMillis = maxMillis;
    }

    /**
     * Returns the maximum time from the beginning of the named operation to the kill; about the operation's duration.
     */
    int maxMillis() {
        return maxMillis;
    }

    /**
     * Parses {@code all}, or words separated by commas.
     *
     * @throws IllegalArgumentException if a word is unknown; the message names it
     */
    static List<KillMoment> parse(String words) {
        return words.equalsIgnoreCase("all")
                ? List.of(values())
                : Arrays.stream(words.split(",", -1))
                        .map(KillMoment::parseOne)
                        .distinct()
                        .toList();
    }

    private static KillMoment parseOne(String word) {
        return Arrays.stream(values())
                .filter(moment -> moment.toString().equalsIgnoreCase(word.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("moments=" + word + ": allowed are all, or some of "
                        + Arrays.stream(values()).map(KillMoment::toString).collect(Collectors.joining(","))));
    }

    /** Returns the word on the command line and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
