package org.ssdtier.benchmarks.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The changes of a state over time. Thread-safe. */
final class StateChanges {
    private final List<Change> changes = new ArrayList<>();

    private record Change(long nanos, String state) {}

    /** Records a change if the observed state differs from the last one. The time must not be before that one's. */
    synchronized void observe(long nanos, String state) {
        if (!state.equals(last())) {
            changes.add(new Change(nanos, state));
        }
    }

    /** Returns the last observed state; empty before the first. */
    synchronized String last() {
        return changes.isEmpty() ? "" : changes.get(changes.size() - 1).state;
    }

    /**
     * Returns the seconds from a time until the first observation of a state; 0 if it was the state at the time, empty
     * if it never was afterwards.
     */
    synchronized OptionalDouble secondsUntil(String state, long nanos) {
        boolean isInIt = false;
        for (Change change : changes) {
            if (change.nanos - nanos <= 0) {
                isInIt = change.state.equals(state);
            } else if (isInIt) {
                return OptionalDouble.of(0);
            } else if (change.state.equals(state)) {
                return OptionalDouble.of((change.nanos - nanos) / 1e9);
            }
        }
        return isInIt ? OptionalDouble.of(0) : OptionalDouble.empty();
    }
}
