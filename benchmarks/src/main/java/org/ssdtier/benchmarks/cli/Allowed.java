package org.ssdtier.benchmarks.cli;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Static methods to reject disallowed option values; the message names the option, its value and the allowed values.
 */
public final class Allowed {
    private Allowed() {}

    /**
     * Checks a number against a minimum.
     *
     * @throws IllegalArgumentException if it is less
     */
    public static void atLeast(String option, long value, long least) {
        require(value >= least, option, value, least + " or more");
    }

    /**
     * Checks a number against a minimum and a maximum, both inclusive.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public static void between(String option, long value, long least, long most) {
        require(value >= least && value <= most, option, value, least + " to " + most);
    }

    /**
     * Checks that a number is greater than 0.
     *
     * @throws IllegalArgumentException if it is not
     */
    public static void positive(String option, double value) {
        require(value > 0, option, value, "more than 0");
    }

    /**
     * Checks any option.
     *
     * @param holds whether the value is allowed
     * @param allowed allowed values, in words
     * @throws IllegalArgumentException if it is not
     */
    public static void require(boolean holds, String option, Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(option + "=" + value + ": allowed " + allowed);
        }
    }

    /**
     * Returns the value with a name.
     *
     * @param nameOf name of a value
     * @throws IllegalArgumentException if there is none; the message has the names of all
     */
    public static <T> T named(String option, String name, List<T> values, Function<T, String> nameOf) {
        return values.stream()
                .filter(value -> nameOf.apply(value).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(option + "=" + name + ": allowed are "
                        + values.stream().map(nameOf).collect(Collectors.joining(", "))));
    }
}
