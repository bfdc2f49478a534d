package org.ssdtier.node.doctor;

/**
 * The outcome of a check.
 *
 * @param level its seriousness
 * @param check name of the check
 * @param found what was found
 * @param remedy what to do about it; empty if nothing
 */
public record Finding(Level level, String check, String found, String remedy) {
    /** The seriousness of a finding. */
    public enum Level {
        /** As it should be. */
        OK,
        /** Something to know or to improve. */
        WARN,
        /** The tier does not work, or the node would not start. */
        FAIL
    }

    static Finding ok(String check, String found) {
        return new Finding(Level.OK, check, found, "");
    }

    static Finding warn(String check, String found, String remedy) {
        return new Finding(Level.WARN, check, found, remedy);
    }

    static Finding fail(String check, String found, String remedy) {
        return new Finding(Level.FAIL, check, found, remedy);
    }
}
