package org.ssdtier.benchmarks.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.FaultSetting;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.KeyIndexReading;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.stale.StoreException;

/**
 * A trial of one node under load, with a fault or without the tier. The cache directory is on a new device, the data on
 * the host's disk.
 */
final class FaultTrial {
    private static final long DEVICE_BYTES = 256L << 20;
    private static final String OFFLINE = "OFFLINE";
    private static final String ONLINE = "ONLINE";
    private static final long POLL_MILLIS = 50;
    private static final Duration LATENCY = Duration.ofSeconds(2);

    private final FaultsOptions options;
    private final DeviceRegistry host;
    private final Consumer<String> progress;

    FaultTrial(FaultsOptions options, DeviceRegistry host, Consumer<String> progress) {
        this.options = options;
        this.host = host;
        this.progress = progress;
    }

    /** Measures the load with the SSD tier disabled and without a device. */
    ReadTimes.Figures withoutTier() throws IOException, InterruptedException, StoreException {
        try (ScratchNode node = start(null);
                FaultLoad load = FaultLoad.start(node, options)) {
            pause(options.times().warmUpSeconds());
            load.begin(Phase.BEFORE);
            pause(options.times().calmSeconds() + options.times().faultSeconds());
            load.begin(Phase.AFTER);
            return load.times().figures(Phase.BEFORE);
        }
    }

    /** Injects a fault into the device under load, ends the fault, and waits for the tier. */
    FaultOutcome run(DeviceFault fault) throws IOException, InterruptedException, StoreException {
        String name = "faults-" + fault + "-" + ProcessHandle.current().pid();
        try (EmulatedDevice device = host.up(DeviceRequest.of(name, host.profile(options.profile()), 1, DEVICE_BYTES));
                ScratchNode node = start(device);
                StateWatch watch = StateWatch.begin(node.node())) {
            FaultLoad load = FaultLoad.start(node, options);
            try {
                return fail(fault, device, node.jmx(), watch, load);
            } finally {
                mend(device); // a hanging device would prevent the node from ending
                load.close();
            }
        }
    }

    private FaultOutcome fail(DeviceFault fault, EmulatedDevice device, NodeJmx jmx, StateWatch watch, FaultLoad load)
            throws IOException, InterruptedException {
        device.modelOn();
        pause(options.times().warmUpSeconds());
        load.begin(Phase.BEFORE);
        pause(options.times().calmSeconds());
        load.resetFlushes();
        long begin = load.begin(Phase.DURING);
        device.beginFault(setting(fault));
        pause(options.times().faultSeconds());
        long hits = device.faultHits();
        double longestFlush = load.longestFlushSeconds();
        String problem = mend(device);
        long end = load.begin(Phase.RETURNING);
        longestFlush = Math.max(longestFlush, awaitOnline(watch, load, end));
        load.begin(Phase.AFTER);
        pause(options.times().calmSeconds());
        OptionalDouble offline = watch.changes().secondsUntil(OFFLINE, begin);
        OptionalDouble online = watch.changes().secondsUntil(ONLINE, end);
        Map<String, Long> counters = counters(jmx, end);
        load.close();
        Map<Phase, ReadTimes.Figures> reads = new EnumMap<>(Phase.class);
        for (Phase phase : FaultLoad.measuredPhases()) {
            reads.put(phase, load.times().figures(phase));
        }
        return new FaultOutcome(fault, hits, load.report(), reads, offline, online, longestFlush, problem, counters);
    }

    /**
     * Waits until the tier is online, up to the timeout of the options; returns the duration of the longest flush so
     * far.
     */
    private double awaitOnline(StateWatch watch, FaultLoad load, long sinceNanos) throws InterruptedException {
        double longestFlush = load.longestFlushSeconds();
        while (!watch.changes().last().equals(ONLINE) && isInTime(sinceNanos)) {
            Thread.sleep(POLL_MILLIS);
            longestFlush = Math.max(longestFlush, load.longestFlushSeconds());
        }
        return longestFlush;
    }

    private boolean isInTime(long sinceNanos) {
        return System.nanoTime() - sinceNanos
                < Duration.ofSeconds(options.times().timeoutSeconds()).toNanos();
    }

    /** Ends the fault; returns an error message if that failed, or an empty string. */
    private String mend(EmulatedDevice device) {
        try {
            device.endFault();
            return "";
        } catch (IOException e) {
            progress.accept("  fault not ended: " + e.getMessage());
            return String.valueOf(e.getMessage());
        }
    }

    /** Returns the counters that relate to a fault, once the key indexes are in use again, or at the timeout of the options. */
    private Map<String, Long> counters(NodeJmx jmx, long sinceNanos) throws IOException, InterruptedException {
        CounterReading tier = CounterReading.read(jmx);
        Map<String, Long> counters = new TreeMap<>();
        for (String name :
                new String[] {"ssdHits", "ioErrors", "checksumErrors", "errors", "demotions", "admitted", "dictionaries"
                }) {
            counters.put(name, tier.count(name));
        }
        if (options.features().keyIndex()) {
            while (jmx.keyIndexMetric("Files") == 0 && isInTime(sinceNanos)) { // none while they are off for a failure
                Thread.sleep(POLL_MILLIS);
            }
            counters.put(FaultOutcome.KEY_INDEX + "files", jmx.keyIndexMetric("Files"));
            KeyIndexReading.read(jmx)
                    .toMap()
                    .forEach((name, value) -> counters.put(FaultOutcome.KEY_INDEX + name, value));
        }
        return counters;
    }

    private FaultSetting setting(DeviceFault fault) {
        boolean isPartial =
                switch (fault) {
                    case BIT_FLIP, TORN_WRITE, LOST_WRITE -> true;
                    default -> false;
                };
        return new FaultSetting(fault, isPartial ? options.share() : 1, LATENCY, options.seed());
    }

    private ScratchNode start(@Nullable EmulatedDevice device) throws IOException {
        return ScratchNode.start(options.directory().resolve("node"), RowCacheKind.SSDTIER, builder -> {
            NodeSettings.Builder common = builder.heap(options.heap())
                    .rowCacheSize("1MiB")
                    .ssdSize("32MiB")
                    .yaml("ssd_row_cache.segment_size", "1MiB")
                    .yaml("ssd_row_cache.max_row_size", "64KiB")
                    .yaml("ssd_row_cache.index_memory", "8MiB")
                    .yaml("ssd_row_cache.admission", "all")
                    .moreCompilerThreads();
            if (device == null) {
                return common.yaml("ssd_row_cache.enabled", "false");
            }
            options.features()
                    .yaml(device.mountPoint().resolve("ssd_key_index"))
                    .forEach(common::yaml);
            return common.yaml(
                    "ssd_row_cache.directory", "\"" + device.mountPoint().resolve("ssd_row_cache") + "\"");
        });
    }

    private static void pause(int seconds) throws InterruptedException {
        Thread.sleep(Duration.ofSeconds(seconds).toMillis());
    }
}
