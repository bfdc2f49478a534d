package org.ssdtier.benchmarks.tier.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A measurement of the memory per row in one cache, with the paper's rows. */
final class MemoryProbe {
    /**
     * The inverse of the fraction of rows that are added before the first measurement of memory; until then the JVM
     * itself grows.
     */
    private static final int FIRST_SHARE = 5;

    private MemoryProbe() {}

    /**
     * Returns the on-heap and off-heap bytes per row of one cache, the only one in this JVM, whose heap is pre-touched.
     * The first rows are not counted, because during them the JVM compiles code, which also takes memory.
     */
    static double bytesPerRow(PaperCache.Kind kind, Scale scale) throws IOException, InterruptedException {
        int first = scale.memoryRows();
        PaperRows rows = new PaperRows(FIRST_SHARE * first);
        try (PaperCache cache = PaperCache.open(kind, rows)) {
            fill(cache, rows, 0, first);
            long before = heapBytes() + offHeapBytes();
            fill(cache, rows, first, rows.count());
            return (double) (heapBytes() + offHeapBytes() - before) / (rows.count() - first);
        }
    }

    private static void fill(PaperCache cache, PaperRows rows, int firstRow, int endRow) throws IOException {
        for (int row = firstRow; row < endRow; row++) {
            cache.put(rows.partition(row));
        }
    }

    private static long heapBytes() throws InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        for (int collection = 0; collection < 4; collection++) {
            System.gc();
            Thread.sleep(50);
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** Returns the resident anonymous memory; the heap's part of it is constant because the heap is pre-touched. */
    private static long offHeapBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("RssAnon:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        throw new IOException("no RssAnon in /proc/self/status");
    }
}
