package org.ssdtier.benchmarks.faults;

import java.util.Locale;

/** A phase of a trial. */
enum Phase {
    /** Load before the measurement. */
    WARM_UP,
    /** The device works normally. */
    BEFORE,
    /** The fault is active. */
    DURING,
    /** The fault has ended; the tier is not online yet. */
    RETURNING,
    /** The tier is online again, or the wait for it timed out. */
    AFTER;

    /** Returns the name used in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
