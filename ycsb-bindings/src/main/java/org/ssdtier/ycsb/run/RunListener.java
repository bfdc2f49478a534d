package org.ssdtier.ycsb.run;

/** Is told how a run goes, from one thread of the run, for a live display. */
@FunctionalInterface
public interface RunListener {
    /** Does nothing. */
    RunListener NONE = interval -> {};

    /** Called at the end of every interval; the last one may be shorter. What it throws ends the run. */
    void onInterval(IntervalReport interval);
}
