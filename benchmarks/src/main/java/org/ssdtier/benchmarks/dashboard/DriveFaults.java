package org.ssdtier.benchmarks.dashboard;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.benchmarks.device.FaultSetting;

/**
 * The faults of a node with its tier, its key indexes and its catalogue on a {@link FailingDrive}, in the order in which they
 * can follow each other. The crash is first: after an outage the tier has no journal to recover from. The tier waits longer
 * after each outage, so the fault with the most outages is early.
 */
enum DriveFaults implements AlertFault {
    /** A crash, and a slow drive at the start, slower once the cache is open: recovery and the opening of the catalogue last. */
    SLOW_START("SsdRowCacheRecovering", "SchemaCatalogueClosed") {
        /** Waits for the last checkpoint that new tables want, so that it does not cover what is written after it. */
        @Override
        public void prepare(MonitoredNode node) throws IOException, InterruptedException {
            super.prepare(node);
            Thread.sleep(TimeUnit.SECONDS.toMillis(12));
        }

        @Override
        public void happen(MonitoredNode node) throws IOException, InterruptedException {
            if (node.drive().isSound()) {
                long begin = System.nanoTime();
                while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(FILLING_SECONDS)) {
                    node.readAll("large", MonitoredNode.LARGE);
                }
                node.kill();
                node.drive().fail(slow(OPENING_DELAY));
                node.restart("Opened row cache", () -> node.drive().fail(slow(SLOW_START_DELAY)));
            }
        }

        /** Starts the node anew: its tier would wait long after each further outage. */
        @Override
        public void end(MonitoredNode node) throws IOException {
            super.end(node);
            node.kill();
            node.restart();
        }
    },
    /** A write budget that is too small; it is set at the start of the node. */
    SMALL_WRITE_BUDGET("SsdRowCacheWriteBudget") {
        @Override
        public void happen(MonitoredNode node) throws IOException {
            node.invalidate("wide");
            node.readAll("wide", MonitoredNode.WIDE);
        }
    },
    /** A drive that cannot be read for a moment, again and again. */
    FAILING_AGAIN("SsdRowCacheFlapping", "SsdRowCacheIoErrors") {
        /** Waits until no earlier outage is in the alert's range. */
        @Override
        public void prepare(MonitoredNode node) throws IOException, InterruptedException {
            super.prepare(node);
            Thread.sleep(HastenedAlerts.OUTAGES_RANGE_MILLIS + TimeUnit.SECONDS.toMillis(2));
        }

        @Override
        public void happen(MonitoredNode node) throws IOException, InterruptedException {
            node.drive().mend();
            node.awaitOnline();
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(2)) {
                node.fillGoods(); // online, and its rows are on the drive
            }
            node.drive().fail(FaultSetting.of(DeviceFault.READ_ERROR));
            for (int reads = 0; reads < MOST_READS && node.isOnline(); reads++) {
                node.readAll("goods", MonitoredNode.GOODS);
            }
        }
    },
    /** A drive that answers each request after {@code read_timeout}. */
    LATE_ANSWERS("SsdRowCacheLateReads") {
        @Override
        public void happen(MonitoredNode node) throws IOException {
            if (node.drive().isSound()) {
                node.fillGoods();
                node.drive().fail(slow(Duration.ofMillis(500)));
            }
            node.readAll("goods", MonitoredNode.GOODS);
        }
    },
    /** A drive that writes more slowly than memory evicts. */
    SLOW_WRITES("SsdRowCacheDropsEvictions") {
        @Override
        public void happen(MonitoredNode node) throws IOException {
            if (node.drive().isSound()) {
                node.drive().fail(slow(Duration.ofMillis(250))); // less than read_timeout
            }
            node.invalidate("large");
            node.readAll("large", MonitoredNode.LARGE);
        }
    },
    /** A drive that cannot be read. */
    UNREADABLE("SsdKeyIndexOffline") {
        @Override
        public void happen(MonitoredNode node) throws IOException {
            if (node.drive().isSound()) {
                node.drive().fail(FaultSetting.of(DeviceFault.READ_ERROR));
            }
            node.invalidate("wide");
            node.readAll("wide", MonitoredNode.GOODS);
        }
    },
    /** A drive that hangs while rows of new shapes are flushed. */
    HANGING_CATALOGUE("SchemaCatalogueNotWritten") {
        @Override
        public void happen(MonitoredNode node) throws IOException {
            if (node.drive().isSound()) {
                node.drive().fail(FaultSetting.of(DeviceFault.HANG));
            }
            node.putCartsOfNewShapes();
            node.flush("carts");
        }
    };

    /** The seconds in which the write budget, 1 MiB/s, lets enough segments be written that a recovery has to read. */
    private static final int FILLING_SECONDS = 8;

    /** An operation of the opening of the cache, which may take three seconds, has up to ten requests. */
    private static final Duration OPENING_DELAY = Duration.ofMillis(200);

    /**
     * Less than the three seconds that an operation may take, and long enough for the opening of the catalogue, of some forty
     * requests, to last longer than the half minute that a start waits for it.
     */
    private static final Duration SLOW_START_DELAY = Duration.ofMillis(2_000);

    /** The most readings of a table until the tier is offline. */
    private static final int MOST_READS = 100;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable set
    private final Set<String> alerts;

    DriveFaults(String... alerts) {
        this.alerts = Set.copyOf(List.of(alerts));
    }

    @Override
    public Set<String> alerts() {
        return alerts;
    }

    @Override
    public void prepare(MonitoredNode node) throws IOException, InterruptedException {
        node.awaitOnline();
    }

    @Override
    public void end(MonitoredNode node) throws IOException {
        node.drive().mend();
    }

    private static FaultSetting slow(Duration delay) {
        return new FaultSetting(DeviceFault.LATENCY, 1, delay, 1);
    }
}
