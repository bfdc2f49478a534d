package org.ssdtier.benchmarks.crash;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.KeyIndexReading;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.stale.ProbeTable;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.stale.StoreException;

/** A run that repeatedly kills a node under load and restarts it. */
final class CrashRun {
    private static final String ENTRIES = "entries";
    private static final String SSD_HITS = "ssdHits";
    private static final long INDEX_PATIENCE_SECONDS = 120;
    private static final long IMPORT_PATIENCE_SECONDS = 10;

    private final CrashOptions options;
    private final Consumer<String> progress;
    private final SplittableRandom random;
    private final List<CrashRound> rounds = new ArrayList<>();
    private final List<String> failedStarts = new ArrayList<>();

    /**
     * Prepares a run.
     *
     * @param progress receiver of a line for each round
     */
    CrashRun(CrashOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
        this.random = new SplittableRandom(Mix.of(options.seed(), 5));
    }

    /** Runs until the last round, or until a start fails. */
    CrashResult run() throws IOException, InterruptedException, StoreException {
        progress.accept("Starting a node in " + options.directory());
        try (ScratchNode node = ScratchNode.start(options.directory(), RowCacheKind.SSDTIER, this::settings)) {
            node.createKeyspace(ProbeTable.KEYSPACE);
            CrashParts tables = new CrashParts(node, options);
            List<CrashPart> parts = tables.create();
            progress.accept("Writing every row once");
            try (Checkers checkers = Checkers.start(parts)) {
                Round round = new Round(node, tables, checkers);
                boolean shouldContinue = !options.withCleanStop() || round.run(null);
                for (int i = 0; i < options.rounds() && shouldContinue; i++) {
                    shouldContinue = round.run(moment());
                }
                checkers.close();
                return new CrashResult(
                        options, rounds, failedStarts, checkers.rows(), checkers.writes(), checkers.violations());
            } finally {
                parts.forEach(part -> part.store().close());
            }
        }
    }

    private KillMoment moment() {
        return options.moments().get(random.nextInt(options.moments().size()));
    }

    /**
     * Adds the node's settings. The commit log is synced before a write is acknowledged, so that an acknowledged write
     * survives a kill. Timeouts are long, since a disk on which a sync sometimes takes seconds is slow, but not
     * incorrect.
     */
    private NodeSettings.Builder settings(NodeSettings.Builder builder) {
        options.features().yaml(options.directory().resolve("ssd_key_index")).forEach(builder::yaml);
        return builder.heap(options.heap())
                .rowCacheSize(options.memoryMebibytes() + "MiB")
                .ssdSize(options.ssdMebibytes() + "MiB")
                .yaml("commitlog_sync", "batch")
                .yaml("commitlog_sync_period", "0ms")
                .yaml("read_request_timeout", "9s")
                .yaml("write_request_timeout", "9s")
                .yaml("concurrent_reads", "16")
                .yaml("ssd_row_cache.segment_size", "1MiB")
                .yaml("ssd_row_cache.max_row_size", "64KiB")
                .yaml("ssd_row_cache.index_memory", "8MiB")
                .yaml("ssd_row_cache.admission", "all")
                .moreCompilerThreads();
    }

    /** The execution of rounds on one node. */
    private final class Round {
        private final ScratchNode node;
        private final CrashParts tables;
        private final Checkers checkers;

        Round(ScratchNode node, CrashParts tables, Checkers checkers) {
            this.node = node;
            this.tables = tables;
            this.checkers = checkers;
        }

        /**
         * Loads, ends, restarts and checks the node.
         *
         * @param moment moment of the kill; null for a clean stop
         * @return false if the node did not restart
         */
        boolean run(@Nullable KillMoment moment) throws IOException, InterruptedException, StoreException {
            CrashRound.Rows before = checkers.rows();
            double loadSeconds = options.seconds() * (0.5 + random.nextDouble());
            Thread.sleep((long) (loadSeconds * 1_000));
            Ended ended = moment == null ? stop() : kill(moment);
            CrashRound.Start start = start();
            if (start == null) {
                return false;
            }
            checkers.awaitReconnect();
            tables.discardImports();
            long hitsBefore = tier().count(SSD_HITS);
            long undecided = checkers.settle();
            long answered = tier().count(SSD_HITS) - hitsBefore;
            checkers.endOutage();
            CrashRound round = new CrashRound(
                    moment == null ? CrashRound.CLEAN : moment.toString(),
                    ended.wasAmid(),
                    loadSeconds,
                    start,
                    ended.entries(),
                    answered,
                    undecided,
                    tier().count("dictionaries"),
                    KeyIndexReading.read(node.jmx()),
                    checkers.rows().minus(before));
            rounds.add(round);
            progress.accept(CrashResult.line(rounds.size(), round));
            return true;
        }

        private Ended stop() throws IOException, InterruptedException {
            checkers.beginOutage();
            checkers.awaitQuiet();
            Ended ended = new Ended(tier().count(ENTRIES), false);
            node.node().stop();
            return ended;
        }

        private Ended kill(KillMoment moment) throws IOException, InterruptedException {
            Operation operation = begin(moment);
            Thread.sleep(random.nextInt(moment.maxMillis() + 1));
            long entries = tier().count(ENTRIES);
            boolean isAmid = operation.isUnderWay();
            checkers.beginOutage();
            node.node().kill();
            checkers.awaitQuiet();
            return new Ended(entries, isAmid);
        }

        /** Begins the operation that names the moment. */
        private Operation begin(KillMoment moment) throws InterruptedException {
            return switch (moment) {
                case ANY -> () -> false;
                case IMPORT -> {
                    tables.importSignal().awaitNextWrite(IMPORT_PATIENCE_SECONDS);
                    yield tables.importSignal()::isWriting;
                }
                case FLUSH -> inBackground(() -> checkers.disturb(CrashParts.MANY, tables.flush(CrashParts.MANY)));
                case COMPACT -> inBackground(() -> checkers.disturb(CrashParts.MANY, tables.compact(CrashParts.MANY)));
                case TRUNCATE ->
                    inBackground(() -> checkers.disturb(
                            CrashParts.SLICES, tables.truncate(CrashParts.SLICES, java.time.Duration.ZERO)));
            };
        }

        private Operation inBackground(Runnable action) {
            Thread thread = new Thread(action, "crash-moment");
            thread.setDaemon(true);
            thread.start();
            return thread::isAlive;
        }

        /** Restarts the node, or records why the restart failed and returns null. */
        private CrashRound.@Nullable Start start() throws InterruptedException {
            long begin = System.nanoTime();
            try (IndexWatch watch = IndexWatch.begin(node.node())) {
                node.restart();
                double serveSeconds = (System.nanoTime() - begin) / 1e9;
                OptionalDouble indexSeconds = watch.await(INDEX_PATIENCE_SECONDS);
                return new CrashRound.Start(serveSeconds, indexSeconds);
            } catch (IOException e) {
                failedStarts.add("round " + (rounds.size() + 1) + ": " + e.getMessage());
                progress.accept("The node did not restart: " + e.getMessage());
                return null;
            }
        }

        private CounterReading tier() throws IOException {
            return CounterReading.read(node.jmx());
        }
    }

    /** An operation on the node. */
    private interface Operation {
        boolean isUnderWay();
    }

    /**
     * The state when the node ended.
     *
     * @param entries number of entries of the SSD's index
     * @param wasAmid whether the operation that names the moment was in progress
     */
    private record Ended(long entries, boolean wasAmid) {}
}
