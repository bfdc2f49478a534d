package org.ssdtier.benchmarks.faults;

import java.util.Locale;

/** A stretch of a trial. */
enum Phase {
    /** Before anything is measured. */
    WARM_UP,
    /** The device is as it should be. */
    BEFORE,
    /** The fault is on. */
    DURING,
    /** The fault has ended; the tier is not back yet. */
    RETURNING,
    /** The tier is back, or is no longer waited for. */
    AFTER;

    /** The word in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
