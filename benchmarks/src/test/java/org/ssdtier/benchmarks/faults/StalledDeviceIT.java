package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.FaultSetting;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.SmallTier;
import org.ssdtier.benchmarks.node.ToolResult;
import org.ssdtier.segmentlog.checks.Polling;

/**
 * Tests that a drive under cache and catalogue that hangs without errors neither affects clients nor blocks flushes:
 * the tier goes offline and returns with its rows. Needs a machine where drives can be emulated.
 *
 * <p>The drive hangs for ten seconds, {@code -Dssdtier.stall.seconds=N} for N.
 */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StalledDeviceIT {
    private static final int ROWS = 2_000;
    private static final int READERS = 8;
    private static final String OUTAGE = "is offline until the device answers";
    private static final long DEVICE_BYTES = 256L << 20;
    private static final Duration STALL = Duration.ofSeconds(Long.getLong("ssdtier.stall.seconds", 10));
    private static final long LONGEST_READ_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_FLUSH_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final AtomicBoolean reading = new AtomicBoolean(true);
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();
    private EmulatedDevice device;
    private WatchedNode node;

    @BeforeAll
    void start(@TempDir Path given) throws IOException {
        DeviceRegistry host = DeviceRegistry.open(Checkout.locate(), given.resolve("records"), line -> {});
        device = host.up(DeviceRequest.of("stalled", host.profile("ssd-sata"), 1, DEVICE_BYTES));
        NodeSettings settings = SmallTier.on(NodeSettings.in(given.resolve("node")))
                .heap("384M")
                .ports(NodePorts.free())
                .yaml("ssd_row_cache.admission", "all")
                .yaml("ssd_row_cache.directory", "\"" + device.mountPoint().resolve("cache") + "\"")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("schema_catalogue.enabled", "true")
                .yaml("schema_catalogue.directory", "\"" + device.mountPoint().resolve("catalogue") + "\"")
                .yaml("ssd_key_index.enabled", "true")
                .yaml("ssd_key_index.directory", "\"" + device.mountPoint().resolve("keys") + "\"")
                .build();
        node = WatchedNode.start(settings);
        node.session()
                .execute("CREATE KEYSPACE shop WITH replication = "
                        + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
        node.session()
                .execute("CREATE TABLE shop.goods (key int PRIMARY KEY, value text)"
                        + " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        node.session().execute("CREATE TABLE shop.plain (key int PRIMARY KEY, value text)");
        for (int key = 0; key < ROWS; key++) {
            node.session().execute("INSERT INTO shop.goods (key, value) VALUES (?, ?)", key, value(key));
        }
        verbs().flush("goods");
        node.awaitState("ONLINE");
    }

    @AfterAll
    void stop() throws IOException {
        reading.set(false);
        device.endFault();
        node.close();
        device.close();
    }

    @Test
    void driveAnswersNothing_forAWhile_noClientNotices() throws Exception {
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            Thread reader = new Thread(new Reader(i));
            reader.start();
            readers.add(reader);
        }
        Polling.until("SSD hits", () -> node.figure("ssdHits") > ROWS);
        Polling.until("ONLINE", () -> "ONLINE".equals(node.jmx().tierState()));
        long entries = node.figure("entries");
        int outagesBefore = node.warnings(OUTAGE).size(); // on a busy machine the emulated drive may be late, too
        longestNanos.set(0);
        long before = reads.get();
        long begin = System.nanoTime();
        device.beginFault(FaultSetting.of(DeviceFault.HANG));
        Polling.until("OFFLINE", () -> "OFFLINE".equals(node.jmx().tierState()));
        long offlineNanos = System.nanoTime() - begin;
        long longestFlushNanos = 0;
        for (int round = 0; System.nanoTime() - begin < STALL.toNanos(); round++) {
            node.session().execute("INSERT INTO shop.plain (key, value) VALUES (?, 'x')", round);
            node.session()
                    .execute("INSERT INTO shop.goods (key, value) VALUES (?, ?)", round % ROWS, value(round % ROWS));
            long flush = System.nanoTime();
            verbs().flush("plain");
            new NodeVerbs(node.jmx(), "system").flush("local");
            verbs().flush("goods");
            longestFlushNanos = Math.max(longestFlushNanos, System.nanoTime() - flush);
        }
        int outages = node.warnings(OUTAGE).size() - outagesBefore;
        device.endFault();
        long end = System.nanoTime();
        Polling.until("ONLINE", () -> "ONLINE".equals(node.jmx().tierState()));
        long backNanos = System.nanoTime() - end;
        reading.set(false);
        for (Thread reader : readers) {
            reader.join();
        }
        String figures = "reads=" + (reads.get() - before) + " longest read ms=" + millis(longestNanos.get())
                + " longest flush of three tables ms=" + millis(longestFlushNanos) + " offline after ms="
                + millis(offlineNanos) + " back after ms=" + millis(backNanos) + " late=" + node.figure("lateReads")
                + " refused=" + node.figure("refusedReads") + " entries before=" + entries + " after="
                + node.figure("entries");
        System.Logger logger = System.getLogger(StalledDeviceIT.class.getName());
        logger.log(System.Logger.Level.INFO, figures);
        assertEquals(0, errors.get(), figures);
        assertEquals(0, wrong.get(), figures);
        assertEquals(0, node.figure("ioErrors"), figures);
        assertEquals(0, node.figure("checksumErrors"), figures);
        assertTrue(longestNanos.get() < LONGEST_READ_NANOS, figures);
        assertTrue(longestFlushNanos < LONGEST_FLUSH_NANOS, figures);
        assertTrue(node.figure("entries") > entries / 2, figures);
        assertEquals(1, outages, "the tier stays offline while the device stalls: " + figures);
    }

    /** Otherwise the check of the directories, on the thread of the start, would wait for the drive, or refuse the start. */
    @ParameterizedTest
    @EnumSource(
            value = DeviceFault.class,
            names = {"HANG", "READ_ERROR"})
    void driveFails_whileTheNodeIsDown_theNodeStarts(DeviceFault fault) throws Exception {
        node.kill();
        assertEquals(0, new ProcessBuilder("sync").start().waitFor());
        Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "3");
        device.beginFault(FaultSetting.of(fault));
        node.start();
        assertEquals("OFFLINE", node.jmx().tierState());
        device.endFault();
        Polling.until("ONLINE", () -> "ONLINE".equals(node.jmx().tierState()));
    }

    /** The device is smaller than the new size. The command waits for the outcome, and every view has the size reached. */
    @Test
    void resize_beyondTheDevice_failsWithTheSizeReached() throws IOException {
        Polling.until("ONLINE", () -> "ONLINE".equals(node.jmx().tierState()));
        ToolResult refused = node.node().nodetool("ssdrowcache", "resize", "1GiB");
        long reached = node.figure("capacityBytes");
        String size = (reached >> 20) + "MiB";
        assertEquals(1, refused.exitCode(), refused.output());
        assertTrue(
                refused.output()
                        .contains("size=1GiB could not be reached, outcome=NO_SPACE: the SSD tier has size=" + size),
                refused.output());
        assertTrue(reached < DEVICE_BYTES, size);
        assertEquals(
                size,
                node.session()
                        .execute("SELECT value FROM system_ssdtier.settings WHERE name = 'size'")
                        .one()
                        .getString("value"));
        ToolResult smaller = node.node().nodetool("ssdrowcache", "resize", "16MiB");
        assertEquals(0, smaller.exitCode(), smaller.output());
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private NodeVerbs verbs() throws IOException {
        return new NodeVerbs(node.jmx(), "shop");
    }

    private static String value(int key) {
        return "value of " + key + " " + "x".repeat(3_000);
    }

    /** A reader of random rows until the end of the test. */
    private final class Reader implements Runnable {
        private final Random random;

        Reader(long seed) {
            random = new Random(seed);
        }

        @Override
        public void run() {
            PreparedStatement select = node.session().prepare("SELECT value FROM shop.goods WHERE key = ?");
            while (reading.get()) {
                int key = random.nextInt(ROWS);
                long begin = System.nanoTime();
                try {
                    Row row = node.session().execute(select.bind(key)).one();
                    if (row == null || !value(key).equals(row.getString("value"))) {
                        wrong.incrementAndGet();
                    }
                } catch (DriverException e) {
                    errors.incrementAndGet();
                }
                longestNanos.accumulateAndGet(System.nanoTime() - begin, Math::max);
                reads.incrementAndGet();
            }
        }
    }
}
