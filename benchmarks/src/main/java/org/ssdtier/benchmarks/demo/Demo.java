package org.ssdtier.benchmarks.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;
import org.ssdtier.ycsb.run.IntervalReport;
import org.ssdtier.ycsb.run.RunListener;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.StalenessChecker;
import org.ssdtier.ycsb.stale.StalenessOptions;
import org.ssdtier.ycsb.stale.StalenessReport;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;
import org.ssdtier.ycsb.workload.OperationType;
import site.ycsb.WorkloadException;

/**
 * A demo with one node, whose memory tier is far smaller than its hot rows and whose SSD tier holds them all. The node
 * is filled, warmed up and measured while a staleness checker reads rows of its own that are continuously written and
 * flushed.
 */
public final class Demo {
    static final String HEAP = "768M";

    private static final String MARKER = "demo-of-cassandra-ssd-tier";
    /** The minimum length of an interval; the last one of a phase may be too short to be meaningful. */
    private static final double LEAST_SECONDS = 0.3;

    private static final long WARM_UP_SEED = 1;
    private static final long MEASURED_SEED = 2;
    private static final int CHECKED_ROWS = 2_000;
    private static final String STORAGE_BEAN = "org.apache.cassandra.db:type=StorageService";

    private final DemoOptions options;
    private final Display display;
    private final List<Sample> samples = new ArrayList<>();
    private DemoCounters last = DemoCounters.ZERO;
    private final RunFacts facts;
    private long failures;

    private Demo(DemoOptions options, PrintWriter out) {
        this.options = options;
        this.display = new Display(out);
        this.facts = RunFacts.begin(options.directory());
    }

    /**
     * Runs the demo and writes its report.
     *
     * @param out receives one progress line per second
     * @throws IOException if the node does not start or a phase cannot run
     */
    public static DemoResult run(DemoOptions options, PrintWriter out) throws IOException, InterruptedException {
        Demo demo = new Demo(options, out);
        try {
            return demo.run();
        } catch (WorkloadException | StoreException e) {
            throw new IOException("the demo could not run: " + e.getMessage(), e);
        }
    }

    /** Returns the report file that {@link #run} writes. */
    public static Path reportFile(DemoOptions options) {
        return options.directory().resolve("report.html");
    }

    private DemoResult run() throws IOException, InterruptedException, WorkloadException, StoreException {
        prepareDirectory();
        NodeSettings settings = NodeSettings.in(options.directory().resolve("node"))
                .heap(HEAP)
                .moreCompilerThreads()
                .rowCacheSize(options.memoryTier())
                .ssdSize(options.ssdTier())
                .yaml("ssd_row_cache.segment_size", "8MiB")
                .yaml("ssd_row_cache.index_memory", options.indexMemory())
                .ports(NodePorts.free())
                .build();
        display.step("Starting a node (memory tier " + options.memoryTier() + ", SSD tier " + options.ssdTier() + ")");
        DemoResult result;
        try (NodeProcess node = NodeProcess.start(settings)) {
            RunResult measured;
            DemoLoad load = new DemoLoad(options, node.home().ports());
            try (NodeJmx jmx = node.jmx();
                    CqlSession session = node.session()) {
                TierWatch watch = new TierWatch(jmx, session, DemoLoad.KEYSPACE, DemoLoad.TABLE);
                fill(load, jmx);
                last = watch.read();
                try (VersionStore store = load.versions();
                        StalenessChecker checker = startChecker(store, jmx)) {
                    warmUp(load, watch, checker);
                    DemoCounters begin = watch.read();
                    last = begin;
                    display.step("Measuring for " + options.seconds() + " s");
                    measured = load.readAndUpdate(options.seconds(), MEASURED_SEED, sampler(watch, checker, false));
                    require(measured);
                    display.step("Checking all rows once more");
                    last = watch.read();
                    StalenessReport staleness = checker.stop();
                    failures += staleness.failures();
                    result = result(measured, last.since(begin), staleness);
                }
            }
            display.step("Stopping the node");
            node.stop();
        }
        Path file = options.directory().resolve("demo.json");
        Json.write(file, result);
        new ResultReports(List.of(new DemoResults())).draw(file, reportFile(options));
        display.summary(result, reportFile(options));
        return result;
    }

    /** Deletes the files of an earlier demo; refuses a directory with other files. */
    private void prepareDirectory() throws IOException {
        Path directory = options.directory();
        if (Files.exists(directory.resolve(MARKER))) {
            FileTree.delete(directory);
        }
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw new IOException("directory=" + directory + ": not empty, and not left by an earlier demo");
            }
        }
        Files.writeString(directory.resolve(MARKER), "Deleted by the next ./ssdtier demo\n");
    }

    private void fill(DemoLoad load, NodeJmx jmx) throws IOException, InterruptedException, WorkloadException {
        display.step("Loading " + options.rows() + " rows");
        require(load.fill(interval -> {
            if (isLongEnough(interval)) {
                display.loading(interval);
            }
        }));
        flush(jmx, List.of());
    }

    private void warmUp(DemoLoad load, TierWatch watch, StalenessChecker checker)
            throws InterruptedException, WorkloadException, IOException {
        display.step("Warming up for " + options.warmUpSeconds() + " s");
        require(load.readAndUpdate(options.warmUpSeconds(), WARM_UP_SEED, sampler(watch, checker, true)));
    }

    private StalenessChecker startChecker(VersionStore store, NodeJmx jmx) throws InterruptedException, StoreException {
        StalenessOptions staleness =
                StalenessOptions.singleRows(CHECKED_ROWS).withWriterPaces(Duration.ofMillis(2), Duration.ofMillis(20));
        Disturbance flush = new Disturbance(
                "flush",
                Duration.ofMillis(500),
                () -> flush(jmx, List.of(DemoLoad.VERSIONS_TABLE)),
                Disturbance.Effect.NONE);
        return StalenessChecker.start(staleness, store, List.of(flush));
    }

    private static void flush(NodeJmx jmx, List<String> tables) throws IOException {
        jmx.invoke(STORAGE_BEAN, "forceKeyspaceFlush", DemoLoad.KEYSPACE, tables.toArray(String[]::new));
    }

    private RunListener sampler(TierWatch watch, StalenessChecker checker, boolean isWarmUp) {
        double begin = samples.isEmpty() ? 0 : samples.get(samples.size() - 1).second();
        return interval -> {
            if (isLongEnough(interval)) {
                Sample sample = sample(watch, interval, begin + interval.elapsedSeconds(), isWarmUp);
                samples.add(sample);
                display.sample(sample, checker.report());
            }
        };
    }

    private static boolean isLongEnough(IntervalReport interval) {
        return interval.lengthSeconds() > LEAST_SECONDS;
    }

    private Sample sample(TierWatch watch, IntervalReport interval, double second, boolean isWarmUp) {
        DemoCounters now = last;
        try {
            now = watch.read();
        } catch (IOException e) {
            display.warn("no figures from the node: " + e.getMessage());
        }
        DemoCounters tier = now.since(last);
        last = now;
        return new Sample(second, isWarmUp, interval.lengthSeconds(), interval.of(OperationType.READ), tier);
    }

    /** Counts the failed operations of a phase. Ends the demo if the phase could not run. */
    private void require(RunResult phase) throws IOException {
        failures += phase.failures();
        if (!phase.succeeded() && phase.failures() == 0) {
            throw new IOException("phase=" + phase.phase() + ": " + phase.problem());
        }
    }

    private DemoResult result(RunResult measured, DemoCounters tier, StalenessReport staleness) {
        Histogram reads = measured.of(OperationType.READ).serviceMicros();
        return new DemoResult(
                measured.requestsPerSecond(OperationType.READ),
                new DemoResult.Latency(reads.getValueAtPercentile(50), reads.getValueAtPercentile(99)),
                new DemoResult.Hits(tier.memoryShare(), tier.ssdShare(), tier.memoryShare() + tier.ssdShare()),
                DemoCounters.ratio(tier.deviceReads(), tier.allSsdHits()),
                DemoCounters.ratio(last.bytesWritten(), last.bytesLogical()),
                DemoCounters.ratio(tier.indexBytes(), tier.entries()),
                tier.entries(),
                staleness.stale() + staleness.lost() + staleness.ghost(),
                failures,
                DemoResult.Run.of(options, facts.toMap()),
                new DemoResult.Checked(staleness.rowsChecked(), staleness.violations()),
                DemoSeries.of(samples));
    }
}
