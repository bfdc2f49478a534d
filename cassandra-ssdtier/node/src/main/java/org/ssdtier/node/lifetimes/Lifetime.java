package org.ssdtier.node.lifetimes;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The expected lifetime of a file's content, with the values of {@code F_SET_RW_HINT} (fcntl(2)). */
public enum Lifetime {
    /** No expectation. */
    NONE(1),
    /** Shorter than the others. */
    SHORT(2),
    /** Longer than short. */
    MEDIUM(3),
    /** Longer than medium. */
    LONG(4),
    /** Longer than all others. */
    EXTREME(5);

    /** The value of a file for which no lifetime was set. */
    public static final long NOT_SET = 0;

    private final long value;

    Lifetime(long value) {
        this.value = value;
    }

    /** Returns the kernel's value. */
    public long value() {
        return value;
    }

    /** Returns the name as in cassandra.yaml. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the lifetime with the given name, in upper or lower case; empty if there is none. */
    static Optional<Lifetime> of(@Nullable String word) {
        return Arrays.stream(values())
                .filter(lifetime -> lifetime.name().equalsIgnoreCase(word))
                .findFirst();
    }

    /** Returns all names, for messages. */
    static String words() {
        return Arrays.stream(values()).map(Lifetime::word).collect(Collectors.joining(" | "));
    }
}
