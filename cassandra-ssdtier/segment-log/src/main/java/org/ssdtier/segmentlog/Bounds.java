package org.ssdtier.segmentlog;

/** Checks the numbers among the options of a log, and of what is built on one. */
public final class Bounds {
    private Bounds() {}

    /**
     * Checks a number.
     *
     * @param key its name
     * @param value what it is
     * @param least the least it may be
     * @param most the most it may be
     * @throws IllegalArgumentException naming key, value and what is allowed
     */
    public static void check(String key, long value, long least, long most) {
        require(value >= least && value <= most, key, value, least + " to " + most);
    }

    /**
     * Checks a number that comes in units.
     *
     * @param key its name
     * @param value what it is
     * @param least the least it may be
     * @param most the most it may be
     * @param unit what it has to be a multiple of
     * @throws IllegalArgumentException naming key, value and what is allowed
     */
    public static void checkUnits(String key, long value, long least, long most, long unit) {
        boolean holds = value >= least && value <= most && value % unit == 0;
        require(holds, key, value, least + " to " + most + " in multiples of " + unit);
    }

    private static void require(boolean holds, String key, long value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(key + "=" + value + ", allowed " + allowed);
        }
    }
}
