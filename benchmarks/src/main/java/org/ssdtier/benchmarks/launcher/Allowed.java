package org.ssdtier.benchmarks.launcher;

/** Refuses options that are beyond what is allowed, naming the option, its value and what is allowed. */
public final class Allowed {
    private Allowed() {}

    /**
     * Checks a number that only has a least.
     *
     * @throws IllegalArgumentException if it is less
     */
    public static void atLeast(String option, long value, long least) {
        require(value >= least, option, value, least + " or more");
    }

    /**
     * Checks a number between a least and a most, both allowed.
     *
     * @throws IllegalArgumentException if it is not
     */
    public static void between(String option, long value, long least, long most) {
        require(value >= least && value <= most, option, value, least + " to " + most);
    }

    /**
     * Checks a number that may be any but 0 and less.
     *
     * @throws IllegalArgumentException if it is not more than 0
     */
    public static void positive(String option, double value) {
        require(value > 0, option, value, "more than 0");
    }

    /**
     * Checks any option.
     *
     * @param holds whether the value is allowed
     * @param allowed in words
     * @throws IllegalArgumentException if it is not
     */
    public static void require(boolean holds, String option, Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(option + "=" + value + ": allowed " + allowed);
        }
    }
}
