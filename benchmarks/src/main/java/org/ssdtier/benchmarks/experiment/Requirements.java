package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * The memory and disk space that a run needs.
 *
 * @param memoryBytes memory of all nodes together
 * @param diskBytes space for data set, disks of all arms, and logs
 */
record Requirements(long memoryBytes, long diskBytes) {
    private static final long MEBIBYTE = 1 << 20;
    /** A node's memory in addition to its heap, row cache and page cache. */
    private static final long NODE_OVERHEAD_BYTES = 450 * MEBIBYTE;

    private static final Path MEMORY = Path.of("/proc/meminfo");

    static Requirements of(Experiment experiment, Scale scale, Budget budget) {
        long memory = 0;
        for (Arm arm : experiment.arms()) {
            memory += scale.heapMebibytes() * MEBIBYTE + NODE_OVERHEAD_BYTES + budget.pageCacheBytes(arm);
            memory += arm.rowCache() == RowCacheKind.NONE ? 0 : budget.rowCacheBytes();
        }
        int arms = experiment.arms().size();
        long disk = (arms + 2) * scale.diskBytes() + arms * Budget.LOG_BYTES + 2 * budget.ssdBytes();
        return new Requirements(memory, disk);
    }

    /**
     * Checks that enough memory and space is free.
     *
     * @param directory directory of the run's files
     * @throws IOException if not; the message names the amounts needed and free
     */
    void check(Path directory) throws IOException {
        long free = availableMemoryBytes();
        if (free < memoryBytes) {
            throw new IOException(lack("memory", memoryBytes, free) + "; choose fewer arms or a smaller scale");
        }
        Path existing = directory.toAbsolutePath();
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        FileStore store = Files.getFileStore(existing);
        if (store.getUsableSpace() < diskBytes) {
            throw new IOException(lack("disk space at " + existing, diskBytes, store.getUsableSpace())
                    + "; choose fewer arms, a smaller scale, or another directory with --dir");
        }
    }

    private static String lack(String what, long needed, long free) {
        return String.format(Locale.ROOT, "%s needed=%d MiB free=%d MiB", what, needed / MEBIBYTE, free / MEBIBYTE);
    }

    private static long availableMemoryBytes() throws IOException {
        return parseAvailable(Files.readString(MEMORY));
    }

    static long parseAvailable(String text) {
        return text.lines()
                        .filter(line -> line.startsWith("MemAvailable:"))
                        .findFirst()
                        .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .orElseThrow(() -> new IllegalArgumentException("no line that begins with MemAvailable:"))
                * 1_024;
    }
}
