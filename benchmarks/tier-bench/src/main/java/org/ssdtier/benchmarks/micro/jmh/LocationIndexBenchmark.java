package org.ssdtier.benchmarks.micro.jmh;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.ssdtier.rowcache.index.LocationIndex;

/** Benchmarks of the index, four fifths full and larger than a processor's own cache. */
@State(Scope.Benchmark)
public class LocationIndexBenchmark {
    /** The keys inserted or removed by one invocation, beyond those that stay. */
    private static final int BATCH = 65_536;

    private static final double FILL = 0.8;
    private static final int RECORD_BYTES = 512;

    /** The entries that stay. */
    @Param("4000000")
    int entries;

    private LocationIndex index;

    /** Fills the index. */
    @Setup
    public void fill() {
        long slots = (long) ((entries + BATCH) / FILL);
        index = new LocationIndex(slots * Long.BYTES);
        insertKeys(0, entries);
    }

    /** Finds the entry of a key that is present. */
    @Benchmark
    public long findHit(RowChoice choice) {
        return find(choice.below(entries));
    }

    /** Does not find the entry of a key that is absent; rarely it finds another one with the same fingerprint. */
    @Benchmark
    public long findMiss(RowChoice choice) {
        return find(-1L - choice.below(Integer.MAX_VALUE));
    }

    /** Inserts the entry of a key that is absent. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void insert(BatchAbsent absent) {
        insertKeys(entries, BATCH);
    }

    /** Removes the entry of a key that is present. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long remove(BatchPresent present) {
        return removeBatch();
    }

    private long find(long key) {
        long hash = hash(key);
        int place = index.seek(hash, 0);
        return place == LocationIndex.NONE ? LocationIndex.NONE : index.entry(hash, place);
    }

    private void insertKeys(long firstKey, int keys) {
        for (int key = 0; key < keys; key++) {
            index.put(hash(firstKey + key), 0, 0, RECORD_BYTES, replaced -> {});
        }
    }

    private long removeBatch() {
        long removed = 0;
        for (int key = 0; key < BATCH; key++) {
            removed += index.remove(hash((long) entries + key), slot -> {});
        }
        return removed;
    }

    /** Returns a hash with as many random bits as that of a row's key. */
    private static long hash(long key) {
        return new SplittableRandom(key).nextLong();
    }

    /** The batch of keys, which are absent after each invocation. */
    @State(Scope.Benchmark)
    public static class BatchAbsent {
        /** Removes the keys. */
        @TearDown(Level.Invocation)
        public void remove(LocationIndexBenchmark benchmark) {
            benchmark.removeBatch();
        }
    }

    /** The batch of keys, which are present before each invocation. */
    @State(Scope.Benchmark)
    public static class BatchPresent {
        /** Inserts the keys. */
        @Setup(Level.Invocation)
        public void insert(LocationIndexBenchmark benchmark) {
            benchmark.insertKeys(benchmark.entries, BATCH);
        }
    }
}
