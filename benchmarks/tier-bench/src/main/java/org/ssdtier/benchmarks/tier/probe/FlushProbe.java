package org.ssdtier.benchmarks.tier.probe;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.ssdtier.rowcache.cassandra.FlushClock;

/**
 * A measurement of a flush's cost for the cache on a whole node, for four tables in turn: one that is not cached, one
 * that is cached without any image, one with one row in a thousand in memory, and one with every row in memory. Also
 * measures hits of another thread during a flush of the last one.
 */
final class FlushProbe {
    private static final int WRITERS = 2;
    private static final int VALUE_BYTES = 50;
    /** Distance of the rows in memory, for the table with few of them. */
    private static final int FEW = 1_000;

    /** The memory for a row of the probe with its key and some reserve. */
    private static final int ROW_BYTES = 400;

    private static final String LONG_REFRESH = "3600s";
    private static final double NANOS_TO_MICROS = 1e-3;

    private final Path directory;
    private final int keys;
    private final int rounds;

    FlushProbe(Path directory, int keys, int rounds) {
        this.directory = directory;
        this.keys = keys;
        this.rounds = rounds;
    }

    /** A table of the probe with the times of its flushes. */
    private static final class Arm {
        private final ColumnFamilyStore table;
        /** Distance of the rows in memory; 0 if none is. */
        private final int every;

        private final Samples seconds = new Samples();
        private final Samples cacheNanosPerKey = new Samples();

        Arm(ColumnFamilyStore table, int every) {
            this.table = table;
            this.every = every;
        }
    }

    List<Figure> run() throws Exception {
        long memoryMib = 64 + (((long) keys * ROW_BYTES) >> 20);
        ProbeNode.start(directory.resolve("node"), memoryMib, LONG_REFRESH);
        FlushClock clock = FlushClock.start();
        Arm uncached = new Arm(ProbeNode.createTable("uncached", "NONE"), 0);
        Arm noImages = new Arm(ProbeNode.createTable("no_images", "ALL"), 0);
        Arm fewImages = new Arm(ProbeNode.createTable("few_images", "ALL"), FEW);
        Arm cached = new Arm(ProbeNode.createTable("cached", "ALL"), 1);
        List<Arm> arms = new ArrayList<>(List.of(uncached, noImages, fewImages, cached));
        for (Arm arm : arms) {
            write(arm.table);
            flush(arm.table);
        }
        clock.take();
        for (int round = -1; round < rounds; round++) {
            for (Arm arm : arms) {
                measure(arm, clock, round >= 0);
            }
            Collections.rotate(arms, 1);
        }
        Samples ratio = Samples.of(noImages.seconds.median() / uncached.seconds.median());
        String note = keys + " keys of 2 × " + VALUE_BYTES + " bytes";
        List<Figure> figures = new ArrayList<>(List.of(
                Figure.report("flush_seconds_uncached", uncached.seconds, note),
                Figure.report("flush_seconds_no_images", noImages.seconds, note),
                Figure.report("flush_seconds_few_images", fewImages.seconds, note + ", one in " + FEW + " in memory"),
                Figure.report("flush_seconds_cached", cached.seconds, note + ", all in memory"),
                Figure.atMost("flush_no_images_to_uncached", ratio, 1.02, "medians of " + rounds + " flushes each"),
                Figure.atMost(
                        "flush_cache_nanos_per_key_no_images",
                        noImages.cacheNanosPerKey,
                        20,
                        "CPU of the flushing thread between its first and last step for the cache"),
                Figure.report(
                        "flush_cache_nanos_per_key_few_images",
                        fewImages.cacheNanosPerKey,
                        "the same: what a key costs whose row is not cached"),
                Figure.atMost(
                        "flush_cache_nanos_per_key_cached",
                        cached.cacheNanosPerKey,
                        1_000,
                        "CPU of the flushing thread between its first and last step for the cache")));
        figures.addAll(hits(cached));
        return figures;
    }

    private void measure(Arm arm, FlushClock clock, boolean isCounted) throws Exception {
        if (arm.every > 0) {
            fill(arm.table, arm.every);
        }
        write(arm.table);
        System.gc();
        double seconds = flush(arm.table);
        long cacheNanos = clock.take();
        if (isCounted) {
            arm.seconds.add(seconds);
            arm.cacheNanosPerKey.add((double) cacheNanos / keys);
        }
        System.err.printf(
                "%s: %.2f s, for the cache %.3f µs per key%n",
                arm.table.name, seconds, cacheNanos * NANOS_TO_MICROS / keys);
    }

    private static double flush(ColumnFamilyStore table) {
        long start = System.nanoTime();
        table.forceBlockingFlush(FlushReason.USER_FORCED);
        return (System.nanoTime() - start) / 1e9;
    }

    private static String key(int row) {
        return String.format("user%016d", row);
    }

    private void write(ColumnFamilyStore table) throws InterruptedException {
        String insert = "INSERT INTO " + table.metadata() + " (k, a, b) VALUES (?, ?, ?)";
        inParallel(row -> {
            String value = String.format("%0" + VALUE_BYTES + "d", row);
            QueryProcessor.executeInternal(insert, key(row), value, value);
        });
    }

    /** Reads one row in {@code every} into the cache. */
    private void fill(ColumnFamilyStore table, int every) throws InterruptedException {
        String select = "SELECT * FROM " + table.metadata() + " WHERE k = ?";
        inParallel(row -> {
            if (row % every == 0) {
                QueryProcessor.executeInternal(select, key(row));
            }
        });
        long images = FlushClock.images(table);
        if (images < 0.99 * keys / every) {
            throw new IllegalStateException("images=" + images + " of keys=" + keys + " one in " + every);
        }
    }

    /** An operation on a row. */
    private interface OfRow {
        void run(int row);
    }

    private void inParallel(OfRow operation) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            int first = writer;
            Thread thread = new Thread(() -> {
                for (int row = first; row < keys; row += WRITERS) {
                    operation.run(row);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /**
     * Measures one thread's reads of cached rows while nothing else runs, during a flush of an uncached table, and
     * during a flush of the rows' own table.
     */
    private List<Figure> hits(Arm cached) throws Exception {
        fill(cached.table, 1);
        readWhile(cached.table, () -> Thread.sleep(2_000));
        double calm = readWhile(cached.table, () -> Thread.sleep(2_000));
        ColumnFamilyStore other = ProbeNode.createTable("other", "NONE");
        write(other);
        double otherFlush = readWhile(cached.table, () -> flush(other));
        write(cached.table);
        double ownFlush = readWhile(cached.table, () -> flush(cached.table));
        return List.of(
                Figure.report(
                        "flush_hit_p99_micros_calm", Samples.of(calm), "one thread, a read of the storage engine"),
                Figure.report(
                        "flush_hit_p99_micros_other_flush", Samples.of(otherFlush), "an uncached table is flushed"),
                Figure.report("flush_hit_p99_micros_own_flush", Samples.of(ownFlush), "the cached table is flushed"));
    }

    /** An operation during which reads are measured. */
    private interface Work {
        void run() throws Exception;
    }

    private double readWhile(ColumnFamilyStore table, Work work) throws Exception {
        String select = "SELECT * FROM " + table.metadata() + " WHERE k = ?";
        AtomicBoolean ended = new AtomicBoolean();
        long[] nanos = new long[1 << 22];
        int[] reads = new int[1];
        Thread reader = new Thread(() -> {
            SplittableRandom random = new SplittableRandom(1);
            while (!ended.get() && reads[0] < nanos.length) {
                String key = key(random.nextInt(keys));
                long start = System.nanoTime();
                QueryProcessor.executeInternal(select, key);
                nanos[reads[0]++] = System.nanoTime() - start;
            }
        });
        reader.start();
        work.run();
        ended.set(true);
        reader.join();
        long[] sorted = Arrays.copyOf(nanos, reads[0]);
        Arrays.sort(sorted);
        System.err.printf("reads=%d%n", sorted.length);
        return sorted[(int) (0.99 * (sorted.length - 1))] * NANOS_TO_MICROS;
    }
}
