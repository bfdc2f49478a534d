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
 * can follow each other. The tier waits longer after each outage, so the one with the most outages is early.
 */
enum DriveFaults implements AlertFault {
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
        /** Waits until no earlier change of state is in the alert's range. */
        @Override
        public void prepare(MonitoredNode node) throws IOException, InterruptedException {
            super.prepare(node);
            Thread.sleep(HastenedAlerts.STATES_RANGE_MILLIS + TimeUnit.SECONDS.toMillis(2));
        }

        @Override
        public void happen(MonitoredNode node) throws IOException, InterruptedException {
            node.drive().mend();
            node.awaitOnline();
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(2)) {
                node.fillGoods(); // online long enough to be seen by Prometheus
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
                node.drive().fail(slow(Duration.ofMillis(250)));
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
    },
    /** A crash, and a drive on which recovery and the opening of the catalogue take long. */
    SLOW_START("SsdRowCacheRecovering", "SchemaCatalogueClosed") {
        @Override
        public void happen(MonitoredNode node) throws IOException {
            if (node.drive().isSound()) {
                node.fillGoods();
                node.kill();
                node.drive().fail(slow(Duration.ofMillis(200)));
                node.restart();
            }
        }
    };

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
