package org.ssdtier.benchmarks.streams;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.FlashCounters;
import org.ssdtier.benchmarks.device.PageCacheHold;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.device.stream.StreamDevice;
import org.ssdtier.benchmarks.device.stream.StreamFigures;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.RowShape;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.cql.CqlSchema;
import org.ssdtier.ycsb.run.IntervalReport;
import org.ssdtier.ycsb.run.RunListener;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * A run of one arm: a node with commit log, SSTables and caches on a new drive; the table is loaded with a fast drive, then
 * updated while the node waits for the drive, until the host has written enough.
 */
final class OnlineRun {
    /** Length of a part of the updates; the bytes written are looked at in between. */
    private static final int PART_SECONDS = 30;
    /** Most parts, for a drive that hardly takes any writes. */
    private static final int MOST_PARTS = 60;

    private static final int READ_PERCENT_WITH_CACHE = 50;
    /** The least that Cassandra takes. */
    private static final String LOG_SEGMENT = "1MiB";

    /** Share of a drive that a full file system takes; the rest is its own. */
    private static final double FULL = 0.95;

    private static final String TRICKLE = "512KiB";
    /** MiB per second for each die: a third of its rate, so that compactions write all the time. */
    private static final int COMPACTION_RATE = 5;
    /** A drive that collects garbage stops all writes for seconds; none of them may fail. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final StreamsPlan plan;
    private final OnlineArm arm;
    private final Path directory;
    private final DeviceRegistry host;
    private final Consumer<String> progress;
    private final List<OnlineResult.Sample> samples = new ArrayList<>();
    private final Histogram updates = new Histogram(3);

    /**
     * Creates the run.
     *
     * @param directory directory for the node's home
     */
    OnlineRun(StreamsPlan plan, OnlineArm arm, Path directory, DeviceRegistry host, Consumer<String> progress) {
        this.plan = plan;
        this.arm = arm;
        this.directory = directory;
        this.host = host;
        this.progress = progress;
    }

    /**
     * Runs the arm.
     *
     * @param trace file for the block trace of load and updates
     */
    OnlineResult run(Path trace) throws IOException, InterruptedException {
        try (StreamDevice device =
                StreamDevice.up(host, "streams-" + arm.name(), plan.drive(arm.mapping()), plan.driveBytes(), trace)) {
            try (ProgramMemory memory = host.programMemory("streams-" + arm.name());
                    ScratchNode node = ScratchNode.start(
                            directory.resolve(arm.name()),
                            arm.hasRowCache() ? RowCacheKind.SSDTIER : RowCacheKind.NONE,
                            settings -> configure(settings, device.mountPoint(), memory))) {
                return measure(device, node, memory);
            }
        }
    }

    private NodeSettings.Builder configure(NodeSettings.Builder settings, Path files, ProgramMemory memory) {
        NodeSizes sizes = plan.node();
        settings.stock(false)
                .moreCompilerThreads()
                .heap(sizes.heapMebibytes() + "M")
                // a heap that grows later would take memory from a limited page cache
                .jvmOption("-XX:+AlwaysPreTouch")
                .commandPrefix(memory.inside(List.of()))
                .yaml("file_cache_size", "32MiB")
                .yaml("memtable_heap_space", sizes.memtableMebibytes() + "MiB")
                .yaml("commitlog_segment_size", LOG_SEGMENT)
                .yaml("commitlog_total_space", sizes.logMebibytes() + "MiB")
                .yaml("trickle_fsync", "true")
                .yaml("trickle_fsync_interval", TRICKLE)
                .yaml("write_request_timeout", TIMEOUT.toSeconds() + "s")
                .yaml("read_request_timeout", TIMEOUT.toSeconds() + "s")
                .yaml("default_compaction.class_name", arm.compaction().className())
                .yaml("default_compaction.parameters", arm.compaction().parameters(sizes))
                .yaml("compaction_throughput", "0MiB/s")
                .yaml("concurrent_compactors", "2")
                .yaml("data_file_directories", "[\"" + files.resolve("data") + "\"]")
                .yaml("commitlog_directory", "\"" + files.resolve("commitlog") + "\"")
                .yaml("hints_directory", "\"" + files.resolve("hints") + "\"")
                .yaml("saved_caches_directory", "\"" + files.resolve("saved_caches") + "\"")
                .yaml("write_lifetimes.enabled", "true");
        if (arm.hasRowCache()) {
            settings.rowCacheSize(sizes.rowCacheMebibytes() + "MiB")
                    .ssdSize(sizes.ssdMebibytes() + "MiB")
                    .yaml("ssd_row_cache.directory", "\"" + files.resolve("row_cache") + "\"")
                    .yaml("ssd_row_cache.segment_size", sizes.ssdSegmentMebibytes() + "MiB")
                    .yaml("ssd_row_cache.erase_unit", sizes.ssdSegmentMebibytes() + "MiB")
                    .yaml("ssd_row_cache.discard", "on") // whatever the mount says
                    .yaml("ssd_row_cache.admission", "all");
        }
        return settings;
    }

    private OnlineResult measure(StreamDevice device, ScratchNode node, ProgramMemory memory)
            throws IOException, InterruptedException {
        PaperLoad load = new PaperLoad(
                        node.node().home().ports(), RowShape.KILOBYTE, plan.rowsOf(arm), plan.threads(), plan.seed())
                .withTimeout(TIMEOUT);
        progress.accept(arm.name() + ": loading " + plan.rowsOf(arm) + " rows");
        load.fill();
        storeUncompressed(node);
        NodeVerbs verbs = new NodeVerbs(node.jmx(), PaperLoad.KEYSPACE);
        verbs.flush(PaperLoad.TABLE);
        verbs.awaitCompactions();
        verbs.setCompactionThroughput(COMPACTION_RATE * plan.dies());
        device.sync();
        StreamFigures streamsBefore = device.streams();
        FlashCounters flashBefore = device.flash();
        try (PageCacheHold held = PageCacheHold.begin(memory, plan.node().pageCacheBytes())) {
            device.modelOn();
            update(device, load, flashBefore);
            device.sync();
        } finally {
            device.modelOff();
        }
        StreamFigures streams = device.streams().since(streamsBefore);
        FlashCounters flash = device.flash().since(flashBefore);
        return new OnlineResult(
                arm.name(), List.copyOf(samples), flashBefore.writtenSectors(), Latency.of(updates), flash, streams);
    }

    /** Random text does not compress, and {@code trickle_fsync} leaves out compressed SSTables. */
    private static void storeUncompressed(ScratchNode node) {
        CqlSchema.execute(
                node.session(),
                "ALTER TABLE " + PaperLoad.KEYSPACE + "." + PaperLoad.TABLE
                        + " WITH compression = {'enabled': 'false'}");
    }

    private void update(StreamDevice device, PaperLoad load, FlashCounters before)
            throws IOException, InterruptedException {
        double begun = 0;
        int readPercent = arm.hasRowCache() ? READ_PERCENT_WITH_CACHE : 0;
        for (int part = 0; part < MOST_PARTS; part++) {
            double offset = begun;
            PaperLoad.Mix mix = new PaperLoad.Mix(readPercent, PART_SECONDS, 0, plan.seed() * 1_000 + part);
            RunResult result = part(device, load, mix, interval -> sample(device, before, offset, interval));
            begun += result.seconds();
            updates.add(result.of(OperationType.UPDATE).serviceMicros());
            FlashCounters flash = device.flash().since(before);
            progress.accept(String.format(
                    Locale.ROOT,
                    "%s: %,.0f requests/s, %.2f x the drive written, write amplification %.3f",
                    arm.name(),
                    result.requestsPerSecond(),
                    (double) flash.writtenBytes() / plan.driveBytes(),
                    flash.writeAmplification()));
            if (flash.writtenBytes() >= plan.slotBytes()) {
                return;
            }
        }
        throw new IOException("arm=" + arm.name() + " parts=" + MOST_PARTS + " written_bytes="
                + device.flash().since(before).writtenBytes() + " wanted=" + plan.slotBytes()
                + ": the drive takes too few writes");
    }

    /**
     * Runs a part of the updates.
     *
     * @throws IOException if too many fail; the message tells how full the drive is, which is the usual reason
     */
    private RunResult part(StreamDevice device, PaperLoad load, PaperLoad.Mix mix, RunListener listener)
            throws IOException, InterruptedException {
        try {
            return load.latest(mix, listener);
        } catch (IOException e) {
            double filled = device.streams().filled();
            throw new IOException(
                    "arm=" + arm.name() + " drive_filled=" + filled + ": " + e.getMessage()
                            + (filled < FULL ? "" : "; the file system is full: a smaller --fill has room"),
                    e);
        }
    }

    private void sample(StreamDevice device, FlashCounters before, double offset, IntervalReport interval) {
        FlashCounters flash;
        try {
            flash = device.flash().since(before);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        samples.add(new OnlineResult.Sample(
                offset + interval.elapsedSeconds(),
                interval.requestsPerSecond(),
                flash.writtenSectors(),
                flash.copiedSectors()));
    }
}
