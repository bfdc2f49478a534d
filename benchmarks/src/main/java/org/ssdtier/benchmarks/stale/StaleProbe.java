package org.ssdtier.benchmarks.stale;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.KeyIndexReading;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.stale.StalenessChecker;
import org.ssdtier.ycsb.stale.StalenessReport;
import org.ssdtier.ycsb.stale.StoreException;

/**
 * A probe for stale answers: a node with tiers that are far too small, on which all {@link Parts} run simultaneously.
 */
final class StaleProbe {
    private static final long PROGRESS_NANOS = 5_000_000_000L;
    private static final Duration EXTENSION_STEP = Duration.ofMillis(250);

    private final ProbeOptions options;
    private final Consumer<String> progress;
    private final Predicate<ProbeResult> isEnough;
    private final Duration extension;
    private final Map<Part, StalenessChecker> checkers = new LinkedHashMap<>();

    /**
     * Creates a probe.
     *
     * @param progress receives progress messages, one line each
     */
    StaleProbe(ProbeOptions options, Consumer<String> progress) {
        this(options, progress, result -> true, Duration.ZERO);
    }

    /**
     * Creates a probe that goes on after its duration until it has seen enough. On a slow machine a duration alone says
     * little of what happened in it.
     *
     * @param progress receives progress messages, one line each
     * @param isEnough whether the figures of the measured seconds are enough
     * @param extension longest time after the duration
     */
    StaleProbe(ProbeOptions options, Consumer<String> progress, Predicate<ProbeResult> isEnough, Duration extension) {
        this.options = options;
        this.progress = progress;
        this.isEnough = isEnough;
        this.extension = extension;
    }

    /** Runs the probe to its end. */
    ProbeResult run() throws IOException, InterruptedException, StoreException {
        progress.accept("Starting a node with row cache " + options.rowCache() + " in " + options.directory());
        try (ScratchNode node = ScratchNode.start(options.directory(), options.rowCache(), this::settings)) {
            return on(new ProbedNode(node.node().home(), node.session(), node.jmx()));
        }
    }

    /** Runs the probe on a node that is running, with tiers as in {@link ProbeOptions#tierYaml}. */
    ProbeResult on(ProbedNode node) throws IOException, InterruptedException, StoreException {
        node.createKeyspace(ProbeTable.KEYSPACE);
        NodeVerbs verbs = new NodeVerbs(node.jmx(), ProbeTable.KEYSPACE);
        List<Part> parts = new Parts(node, verbs, options).create();
        progress.accept("Writing every row once");
        CounterReading before = CounterReading.read(node.jmx());
        try {
            for (Part part : parts) {
                checkers.put(part, StalenessChecker.start(part.options(), part.store(), part.disturbances()));
            }
            return probe(node, before);
        } finally {
            stop();
            parts.forEach(part -> part.store().close());
        }
    }

    /** Adds the settings of a node to probe. */
    NodeSettings.Builder settings(NodeSettings.Builder builder) {
        builder.stock(!options.isOurs())
                .heap(options.heap())
                .yaml("concurrent_reads", "16")
                .yaml("compaction_throughput", "0MiB/s")
                .moreCompilerThreads();
        if (options.rowCache() != RowCacheKind.NONE) {
            builder.rowCacheSize(options.memoryMebibytes() + "MiB");
        }
        if (options.hasTier()) {
            options.tierYaml().forEach(builder::yaml);
        } else {
            options.featureYaml().forEach(builder::yaml);
        }
        return builder;
    }

    private ProbeResult probe(ProbedNode node, CounterReading before) throws IOException, InterruptedException {
        Moment start = moment(node);
        if (!options.warmUp().isZero()) {
            progress.accept("Probing, as a warm-up of " + options.warmUp().toSeconds() + " s");
            watch(node, start, options.warmUp());
            progress.accept("Probing, warm");
            start = moment(node);
        }
        watch(node, start, options.duration());
        Moment end = extended(node, start);
        stop();
        return result(options, before, start, end, moment(node));
    }

    /**
     * Returns the result of a probe.
     *
     * @param before counters of the SSD row cache before the first read
     * @param start end of the warm-up
     * @param end end of the measured seconds
     * @param last time after the last reads of all rows, which are judged and belong to no rate
     */
    static ProbeResult result(ProbeOptions options, CounterReading before, Moment start, Moment end, Moment last) {
        return new ProbeResult(
                options,
                start.secondsUntil(end),
                end.reportsSince(start),
                end.tier().since(start.tier()),
                last.keyIndex(),
                Judged.of(last.reports(), last.tier().since(before)));
    }

    /** A snapshot of the counters at the start or the end of a period. */
    record Moment(long nanos, Map<Part, StalenessReport> reports, CounterReading tier, KeyIndexReading keyIndex) {
        double secondsUntil(Moment end) {
            return (end.nanos - nanos) / 1e9;
        }

        Map<Part, StalenessReport> reportsSince(Moment start) {
            Map<Part, StalenessReport> since = new LinkedHashMap<>();
            reports.forEach(
                    (part, report) -> since.put(part, report.since(Objects.requireNonNull(start.reports.get(part)))));
            return since;
        }
    }

    private Moment moment(ProbedNode node) throws IOException {
        return new Moment(
                System.nanoTime(), reports(), CounterReading.read(node.jmx()), KeyIndexReading.read(node.jmx()));
    }

    /** Waits for a duration and reports progress every five seconds. */
    private void watch(ProbedNode node, Moment start, Duration duration) throws IOException, InterruptedException {
        long end = start.nanos() + duration.toNanos();
        for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
            Thread.sleep(Math.max(1, Math.min(PROGRESS_NANOS, end - now) / 1_000_000));
            progress.accept(line(start, moment(node)));
        }
    }

    /** Probes on until the result is enough, or the extension is over. Returns the end of the measured seconds. */
    private Moment extended(ProbedNode node, Moment start) throws IOException, InterruptedException {
        long latest = System.nanoTime() + extension.toNanos();
        Moment now = moment(node);
        while (now.nanos() < latest && !isEnough.test(soFar(start, now))) {
            Thread.sleep(EXTENSION_STEP.toMillis());
            now = moment(node);
        }
        return now;
    }

    /** Stops all checkers simultaneously; each reads all its rows once more. */
    private void stop() throws InterruptedException {
        List<Thread> stoppers = new ArrayList<>();
        for (StalenessChecker checker : checkers.values()) {
            Thread stopper = new Thread(() -> close(checker), "stale-stop");
            stopper.start();
            stoppers.add(stopper);
        }
        for (Thread stopper : stoppers) {
            stopper.join();
        }
    }

    private static void close(StalenessChecker checker) {
        try {
            checker.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<Part, StalenessReport> reports() {
        Map<Part, StalenessReport> reports = new LinkedHashMap<>();
        checkers.forEach((part, checker) -> reports.put(part, checker.report()));
        return reports;
    }

    private ProbeResult soFar(Moment start, Moment end) {
        return result(options, start.tier(), start, end, end);
    }

    private String line(Moment start, Moment end) {
        ProbeResult now = soFar(start, end);
        return String.format(
                "%4.0f s  reads %,10d  writes %,8d  demotions %,8d  SSD hits %,8d  stale %d  lost %d  ghost %d  failed %d",
                now.seconds(),
                now.reads(),
                now.writes(),
                now.demotions(),
                now.tier().count(ProbeResult.SSD_HITS),
                now.stale(),
                now.lost(),
                now.ghost(),
                now.failed());
    }
}
