package org.ssdtier.ycsb.run;

/** A listener to the progress of a run, called from one of its threads; for a live display. */
@FunctionalInterface
public interface RunListener {
    /** A listener that does nothing. */
    RunListener NONE = interval -> {};

    /** Handles the end of an interval; the last interval may be shorter. An exception thrown here ends the run. */
    void onInterval(IntervalReport interval);
}
