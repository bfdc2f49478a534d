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
 * @param imageBytes memory for what is read of the images of emulated disks; 0 without such disks
 * @param diskBytes space for data set, disks of all arms, and logs
 */
record Requirements(long memoryBytes, long imageBytes, long diskBytes) {
    private static final long MEBIBYTE = 1 << 20;
    /** A node's memory in addition to its heap, row cache and page cache. */
    private static final long NODE_OVERHEAD_BYTES = 450 * MEBIBYTE;

    /** The bytes in the files of the table, to those of its rows: measured 1.12 with chunks of 4 KiB. */
    private static final double FILES_PER_ROWS = 1.2;

    /** The part of its files that a node has written anew when a run ends, by updates and compactions: an estimate. */
    private static final double WRITTEN_ANEW = 0.25;

    private static final Path MEMORY = Path.of("/proc/meminfo");

    /** Returns what a run needs. */
    static Requirements of(Experiment experiment, Scale scale, Budget budget, DiskChoice disks) {
        long memory = 0;
        for (Arm arm : experiment.arms()) {
            memory += scale.heapMebibytes() * MEBIBYTE + NODE_OVERHEAD_BYTES + budget.pageCacheBytes(arm);
            memory += arm.rowCache() == RowCacheKind.NONE ? 0 : budget.rowCacheBytes();
        }
        int arms = experiment.arms().size();
        long bases = bases(experiment, disks);
        long disk = (arms + bases + 2) * scale.diskBytes() + arms * Budget.LOG_BYTES + 2 * budget.ssdBytes();
        return new Requirements(memory, disks.isEmulated() ? images(experiment, scale, budget, disks) : 0, disk);
    }

    /** Returns the bytes that are read of all images. */
    private static long images(Experiment experiment, Scale scale, Budget budget, DiskChoice disks) {
        double files = scale.rows() * Scale.ROW_BYTES * FILES_PER_ROWS;
        double images = files * bases(experiment, disks);
        for (Arm arm : experiment.arms()) {
            images += budget.tierBytes(arm);
            // SSTables of another format are all written anew, before the first slot.
            boolean keepsFiles = disks.canShare(arm.data()) && arm.format() == SSTableFormat.BIG;
            images += keepsFiles ? files * WRITTEN_ANEW : files;
        }
        return Math.round(images);
    }

    /** Returns the number of copies of the data set that emulated disks have in common: for hard disks one, for SSDs one. */
    private static long bases(Experiment experiment, DiskChoice disks) {
        return experiment.arms().stream()
                .map(Arm::data)
                .filter(disks::canShare)
                .map(Disk::isHdd)
                .distinct()
                .count();
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

    /**
     * Requires memory for nodes and images: an emulated disk whose image is read from the machine's own disk can be slower
     * than its model.
     *
     * @throws IOException if there is not enough; the message names the amounts needed and free
     */
    void requireImages() throws IOException {
        long free = availableMemoryBytes();
        if (imageBytes > 0 && free < memoryBytes + imageBytes) {
            throw new IOException(lack("memory of nodes and images of emulated disks", memoryBytes + imageBytes, free)
                    + "; choose fewer arms or a smaller scale, or measure nevertheless with --force-drives");
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
