package org.ssdtier.benchmarks.faults;

import java.io.IOException;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodeProcess;

/** A watch on the state of a node's SSD tier, which records each change. */
final class StateWatch implements AutoCloseable {
    private static final long POLL_MILLIS = 20;

    private final NodeJmx jmx;
    private final Thread thread = new Thread(this::watch, "faults-state-watch");
    private final StateChanges changes = new StateChanges();

    private StateWatch(NodeJmx jmx) {
        this.jmx = jmx;
    }

    /** Starts a watch with a connection of its own. */
    static StateWatch begin(NodeProcess node) throws IOException {
        StateWatch watch = new StateWatch(node.jmx());
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    /** Returns the changes so far. */
    StateChanges changes() {
        return changes;
    }

    @Override
    public void close() throws IOException {
        thread.interrupt();
        jmx.close();
    }

    private void watch() {
        try {
            while (true) {
                String state = jmx.tierState();
                changes.observe(System.nanoTime(), state);
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException nodeOrWatchEnded) {
            return;
        }
    }
}
