package org.ssdtier.benchmarks.crash;

import java.io.IOException;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodeProcess;

/**
 * A watch on a starting node that measures the time until its SSD tier is online. It polls by JMX, which a node opens
 * long before it serves clients.
 */
final class IndexWatch implements AutoCloseable {
    private static final String READY = "ONLINE";
    private static final long POLL_MILLIS = 20;

    private final NodeProcess node;
    private final long beginNanos = System.nanoTime();
    private final Thread thread = new Thread(this::watch, "crash-index-watch");
    private volatile double readySeconds = Double.NaN;

    private IndexWatch(NodeProcess node) {
        this.node = node;
    }

    /** Begins to watch; the caller starts the node next. */
    static IndexWatch begin(NodeProcess node) {
        IndexWatch watch = new IndexWatch(node);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    /**
     * Waits until the tier is online.
     *
     * @return seconds since {@link #begin}; empty if the tier was not online within {@code timeoutSeconds}
     */
    OptionalDouble await(long timeoutSeconds) throws InterruptedException {
        thread.join(timeoutSeconds * 1_000);
        return Double.isNaN(readySeconds) ? OptionalDouble.empty() : OptionalDouble.of(readySeconds);
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void watch() {
        try {
            while (!isReady()) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isReady() throws InterruptedException {
        try (NodeJmx jmx = node.jmx()) {
            while (!jmx.hasTier() || !READY.equals(jmx.tierState())) {
                Thread.sleep(POLL_MILLIS);
            }
            readySeconds = (System.nanoTime() - beginNanos) / 1e9;
            return true;
        } catch (IOException notYetThere) {
            return false;
        }
    }
}
