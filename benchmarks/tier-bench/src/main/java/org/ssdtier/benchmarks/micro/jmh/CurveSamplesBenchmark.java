package org.ssdtier.benchmarks.micro.jmh;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.CurveSamples;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.SteppedCache;

/**
 * A benchmark of the cost of the curve of hit rates by size: a hit in memory with and without samples, while they are
 * processed as on a node.
 */
@State(Scope.Benchmark)
public class CurveSamplesBenchmark {
    private static final int KEY_BYTES = 25;
    private static final int IMAGE_BYTES = 400;
    private static final long MEMORY_BYTES = 256L << 20;
    private static final long PERIOD_MILLIS = 250;

    /** The fraction of keys in the sample: none, or the most on a node. */
    @Param({"0", "0.015625"})
    double rate;

    /** The rows in the cache. */
    @Param("100000")
    int rows;

    private SteppedCache stepped;
    private CachedTable table;
    private RowKey[] keys;
    private Thread worker;
    private volatile boolean isEnded;

    /** Fills the cache and starts the processing of samples. */
    @Setup
    public void fill() {
        stepped = SteppedCache.openSampling(MEMORY_BYTES, null, 1, rate);
        table = stepped.cache().table(new UUID(1, 2));
        keys = new RowKey[rows];
        for (int row = 0; row < rows; row++) {
            keys[row] =
                    new RowKey(table, ByteBuffer.allocate(KEY_BYTES).putInt(row).array(), row);
            stepped.cache().publish(keys[row], table.ticket(), ByteBuffer.allocate(IMAGE_BYTES));
        }
        worker = new Thread(this::work, "samples");
        worker.setDaemon(true);
        worker.start();
    }

    /** Ends the processing and empties the cache. */
    @TearDown
    public void close() throws InterruptedException {
        isEnded = true;
        worker.join();
        stepped.close();
    }

    /** Looks up a row in memory, without decoding it. */
    @Benchmark
    @Threads(2)
    public int hit(RowChoice choice) {
        try (Image found = stepped.cache().get(keys[choice.below(rows)], table.ticket())) {
            if (found == null) {
                throw new IllegalStateException("rate=" + rate + ": a row is missing");
            }
            return found.lengthBytes();
        }
    }

    private void work() {
        CurveSamples samples = stepped.cache().counters().samples();
        try {
            while (!isEnded) {
                samples.work(stepped.cache()::stats);
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
