package org.ssdtier.segmentlog;

/** Static methods to check numeric options of a log and of its owners. */
public final class Bounds {
    private Bounds() {}

    /**
     * Checks a number.
     *
     * @param key name of the option
     * @param value value of the option
     * @param least smallest allowed value
     * @param most largest allowed value
     * @throws IllegalArgumentException naming key, value and allowed range
     */
    public static void check(String key, long value, long least, long most) {
        require(value >= least && value <= most, key, value, least + " to " + most);
    }

    /**
     * Checks a number that must be a multiple of a unit.
     *
     * @param key name of the option
     * @param value value of the option
     * @param least smallest allowed value
     * @param most largest allowed value
     * @param unit number of which the value must be a multiple
     * @throws IllegalArgumentException naming key, value and allowed values
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
