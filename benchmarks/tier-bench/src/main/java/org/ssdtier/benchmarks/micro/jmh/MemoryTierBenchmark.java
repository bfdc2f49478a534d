package org.ssdtier.benchmarks.micro.jmh;

import java.io.IOException;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.ssdtier.benchmarks.tier.probe.PaperCache;
import org.ssdtier.benchmarks.tier.probe.PaperRows;

/**
 * Benchmarks of a row cache in memory with the paper's rows: ours, and Cassandra's two. As in a read, a hit includes
 * decoding the row, and a publication begins with a partition on the heap.
 */
@State(Scope.Benchmark)
public class MemoryTierBenchmark {
    /** The rows published and dropped; their partitions are made before. */
    private static final int PUBLISHED = 2_048;

    /** The cache. */
    @Param
    PaperCache.Kind cache;

    /** The rows in the cache, at least {@value #PUBLISHED}; as many other rows are not in it. */
    @Param("100000")
    int rows;

    private PaperRows table;
    private PartitionUpdate[] partitions;
    private PaperCache filled;

    /** Fills the cache. */
    @Setup
    public void fill() throws IOException {
        table = new PaperRows(2 * rows);
        filled = PaperCache.open(cache, table);
        partitions = new PartitionUpdate[PUBLISHED];
        for (int row = 0; row < rows; row++) {
            PartitionUpdate partition = table.partition(row);
            filled.put(partition);
            if (row < PUBLISHED) {
                partitions[row] = partition;
            }
        }
    }

    /** Empties the cache. */
    @TearDown
    public void close() {
        filled.close();
    }

    /** Looks up a row that is present, and decodes it. */
    @Benchmark
    @Threads(2)
    public Object hit(RowChoice choice) throws IOException {
        Object found = filled.get(table.key(choice.below(rows)));
        if (found == null) {
            throw new IllegalStateException("cache=" + cache + ": a row is missing");
        }
        return found;
    }

    /** Looks up a row that is absent. */
    @Benchmark
    @Threads(2)
    public boolean miss(RowChoice choice) throws IOException {
        Object found = filled.get(table.key(rows + choice.below(rows)));
        if (found != null) {
            throw new IllegalStateException("cache=" + cache + ": a row that was never put");
        }
        return true;
    }

    /** Encodes a partition and puts it in the place of an older one. */
    @Benchmark
    public void publish(RowChoice choice) throws IOException {
        filled.put(partitions[choice.below(PUBLISHED)]);
    }

    /** Removes a row that is present. */
    @Benchmark
    @OperationsPerInvocation(PUBLISHED)
    public void drop(Present present) {
        for (int row = 0; row < PUBLISHED; row++) {
            filled.remove(table.key(row));
        }
    }

    /** The rows to be dropped, which are all present before each invocation. */
    @State(Scope.Benchmark)
    public static class Present {
        /** Puts the rows. */
        @Setup(Level.Invocation)
        public void publish(MemoryTierBenchmark benchmark) throws IOException {
            for (PartitionUpdate partition : benchmark.partitions) {
                benchmark.filled.put(partition);
            }
        }
    }
}
