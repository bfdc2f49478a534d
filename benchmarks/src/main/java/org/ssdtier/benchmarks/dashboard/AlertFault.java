package org.ssdtier.benchmarks.dashboard;

import java.io.IOException;
import java.util.Set;

/** A real fault of a node and the alerts that it must make fire. */
interface AlertFault {
    /** Returns its name in progress lines. */
    String name();

    /** Returns the names of the alerts that it makes fire. */
    Set<String> alerts();

    /** Returns whether it can be made on this machine. */
    default boolean isPossible(MonitoredNode node) {
        return true;
    }

    /** Waits until it can happen. */
    default void prepare(MonitoredNode node) throws IOException, InterruptedException {}

    /** Makes it happen, or go on happening: called again until the alerts have fired. */
    void happen(MonitoredNode node) throws IOException, InterruptedException;

    /** Ends it, as far as the next fault needs that. */
    default void end(MonitoredNode node) throws IOException {}
}
