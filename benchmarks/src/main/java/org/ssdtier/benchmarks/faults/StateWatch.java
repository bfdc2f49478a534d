package org.ssdtier.benchmarks.faults;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodeProcess;

/** A watch on the state of a node's SSD tier, which records each change. Thread-safe. */
final class StateWatch implements AutoCloseable {
    private static final long POLL_MILLIS = 20;

    private final NodeJmx jmx;
    private final Thread thread = new Thread(this::watch, "faults-state-watch");
    private final List<Change> changes = new ArrayList<>();

    private StateWatch(NodeJmx jmx) {
        this.jmx = jmx;
    }

    private record Change(long nanos, String state) {}

    /** Starts a watch with a connection of its own. */
    static StateWatch begin(NodeProcess node) throws IOException {
        StateWatch watch = new StateWatch(node.jmx());
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    /** Returns the last observed state. */
    synchronized String state() {
        return changes.isEmpty() ? "" : changes.get(changes.size() - 1).state;
    }

    /**
     * Returns the seconds from a time until the tier was first seen in a state; 0 if it was in that state at the time,
     * empty if it never was afterwards.
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

    @Override
    public void close() throws IOException {
        thread.interrupt();
        jmx.close();
    }

    private void watch() {
        try {
            while (true) {
                look();
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException nodeOrWatchEnded) {
            return;
        }
    }

    private void look() throws IOException {
        String state = jmx.tierState();
        synchronized (this) {
            if (!state.equals(state())) {
                changes.add(new Change(System.nanoTime(), state));
            }
        }
    }
}
