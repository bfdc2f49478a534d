package org.ssdtier.ycsb.stale;

import java.time.Duration;
import java.util.List;

/**
 * The options of a {@link StalenessChecker}.
 *
 * @param partitions number of partitions, at least 1
 * @param rowsPerPartition 1 = partitions of a single row; more = that many clustering rows
 * @param readers number of reading threads
 * @param writerPaces one element per writing thread: its pause between two writes. A slow writer leaves time for its
 *     row to be flushed, so that no newer row in memory hides an old image
 * @param deleteOneIn one write in this many is a deletion; 0 = none
 * @param readSkew exponent of the Zipf distribution by which partitions are read; 0 = uniform
 * @param seed seed of all random choices
 */
public record StalenessOptions(
        int partitions,
        int rowsPerPartition,
        int readers,
        List<Duration> writerPaces,
        int deleteOneIn,
        double readSkew,
        long seed) {
    public StalenessOptions {
        writerPaces = List.copyOf(writerPaces);
        require(partitions >= 1, "partitions=" + partitions + ", allowed: 1 or more");
        require(rowsPerPartition >= 1, "rowsPerPartition=" + rowsPerPartition + ", allowed: 1 or more");
        require(
                (long) partitions * rowsPerPartition <= 1 << 26,
                "partitions=" + partitions + " rowsPerPartition=" + rowsPerPartition + ", allowed: <= 67108864 rows");
        require(readers >= 1, "readers=" + readers + ", allowed: 1 or more");
        require(!writerPaces.isEmpty(), "writerPaces is empty, allowed: 1 or more");
        require(deleteOneIn == 0 || deleteOneIn >= 2, "deleteOneIn=" + deleteOneIn + ", allowed: 0, or 2 or more");
        require(readSkew >= 0, "readSkew=" + readSkew + ", allowed: 0 or more");
    }

    /**
     * Returns options for single-row partitions, read uniformly by two threads, written by a fast and a slow writer.
     */
    public static StalenessOptions singleRows(int partitions) {
        return new StalenessOptions(partitions, 1, 2, List.of(Duration.ZERO, Duration.ofMillis(10)), 0, 0, 1);
    }

    /** Returns options for partitions of clustering rows with deletions, otherwise as {@link #singleRows}. */
    public static StalenessOptions clusteringRows(int partitions, int rows) {
        return new StalenessOptions(partitions, rows, 2, List.of(Duration.ZERO, Duration.ofMillis(10)), 10, 0, 1);
    }

    /** Returns these options with another number of readers. */
    public StalenessOptions withReaders(int newReaders) {
        return new StalenessOptions(partitions, rowsPerPartition, newReaders, writerPaces, deleteOneIn, readSkew, seed);
    }

    /** Returns these options with other writers, one per element. */
    public StalenessOptions withWriterPaces(Duration... newPaces) {
        return new StalenessOptions(
                partitions, rowsPerPartition, readers, List.of(newPaces), deleteOneIn, readSkew, seed);
    }

    /** Returns these options with one deletion in {@code newDeleteOneIn} writes; 0 = none. */
    public StalenessOptions withDeleteOneIn(int newDeleteOneIn) {
        return new StalenessOptions(partitions, rowsPerPartition, readers, writerPaces, newDeleteOneIn, readSkew, seed);
    }

    /** Returns these options with partitions read by another Zipf exponent; 0 = uniform. */
    public StalenessOptions withReadSkew(double newReadSkew) {
        return new StalenessOptions(partitions, rowsPerPartition, readers, writerPaces, deleteOneIn, newReadSkew, seed);
    }

    /** Returns these options with another seed. */
    public StalenessOptions withSeed(long newSeed) {
        return new StalenessOptions(partitions, rowsPerPartition, readers, writerPaces, deleteOneIn, readSkew, newSeed);
    }

    int cells() {
        return partitions * rowsPerPartition;
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
