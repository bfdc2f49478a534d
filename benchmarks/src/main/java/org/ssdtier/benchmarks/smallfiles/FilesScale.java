package org.ssdtier.benchmarks.smallfiles;

import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The size of a run. The paper has 13 million files of 300 GB in 8 thousand directories, of which each of nine serving
 * nodes with 4 GB of memory holds a third. Here each of three serving nodes holds all, and so does that of the backup.
 *
 * @param name name on the command line
 * @param files number of files
 * @param clients numbers of client threads, ascending
 * @param pairClients number of client threads of the slots with and without a traversal; one of {@code clients}
 * @param traversalThreads threads of a parallel traversal
 * @param slotSeconds length of a slot with reads
 * @param settleSeconds length of the reads on fast drives before each slot, after which caches are filled again
 * @param traversalSeconds maximum length of a traversal without reads
 * @param passes pairs of slots with and without a traversal in each visit
 * @param rounds visits of each arm
 * @param heapMebibytes heap of each node
 * @param leastCacheBytes least memory for the caches of a node, for scales with very few files
 */
record FilesScale(
        String name,
        long files,
        List<Integer> clients,
        int pairClients,
        int traversalThreads,
        int slotSeconds,
        int settleSeconds,
        int traversalSeconds,
        int passes,
        int rounds,
        int heapMebibytes,
        long leastCacheBytes) {
    /** The nodes of the datacentre that serves reads; each has a replica of every file. */
    static final int SERVING_NODES = 3;

    static final long MEBIBYTE = 1 << 20;

    /** The mean of the paper's sizes: 300 GB in 13 million files. */
    private static final long FILE_BYTES = 23_100;
    /** A file system allocates whole blocks of 4 KiB, and an inode. */
    private static final long BLOCK_WASTE_BYTES = 2_304;
    /** Memory for caches as a share of a node's data: 4 GB for 100 GB. */
    private static final double CACHE_SHARE = 0.04;
    /** The third of this memory that an arm with the tier gives to its rows in memory. */
    private static final double ROW_SHARE = 0.33;
    /** Fill of a node's drive: 100 of 250 GB. */
    private static final double NODE_FILL = 0.4;
    /** Fill of the file system: 300 of 350 GB. */
    private static final double FILE_SYSTEM_FILL = 0.857;

    /** Rate of the backup beside reads: that of each of the paper's three nodes, which read 300 GB in 1.5 hours. */
    static final long BACKUP_BYTES_PER_SECOND = 18_500_000;

    private static final long JOURNAL_BYTES = 128 * MEBIBYTE;
    private static final long LEAST_DISK_BYTES = 512 * MEBIBYTE;
    /** The smallest size of the tier: eight segments. */
    private static final long LEAST_SSD_BYTES = 64 * MEBIBYTE;

    private static final double PERCENT = 100;
    private static final long BUFFER_BYTES = 4 * MEBIBYTE;

    static final List<FilesScale> ALL = List.of(
            new FilesScale("tiny", 4_000, List.of(1, 4), 4, 2, 3, 1, 5, 1, 1, 384, 48 * MEBIBYTE),
            new FilesScale(
                    "small", 65_000, List.of(1, 2, 4, 8, 16, 32, 64), 16, 4, 10, 4, 60, 3, 1, 512, 48 * MEBIBYTE));

    /** Copies the numbers of clients. */
    FilesScale {
        clients = List.copyOf(clients);
    }

    /**
     * Returns the scale with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static FilesScale named(String name) {
        return Allowed.named("scale", name, ALL, scale -> scale.name);
    }

    /** Returns this scale with another number of visits of each arm. */
    FilesScale withRounds(int newRounds) {
        return new FilesScale(
                name,
                files,
                clients,
                pairClients,
                traversalThreads,
                slotSeconds,
                settleSeconds,
                traversalSeconds,
                passes,
                newRounds,
                heapMebibytes,
                leastCacheBytes);
    }

    /** Returns this scale with another length of slots. */
    FilesScale withSlotSeconds(int newSeconds) {
        return new FilesScale(
                name,
                files,
                clients,
                pairClients,
                traversalThreads,
                newSeconds,
                settleSeconds,
                traversalSeconds,
                passes,
                rounds,
                heapMebibytes,
                leastCacheBytes);
    }

    /** Returns the largest number of client threads. */
    int mostClients() {
        return clients.get(clients.size() - 1);
    }

    /** Returns the numbers of clients of the stages with less data or more memory: few, to bound the time. */
    List<Integer> fewClients() {
        return clients.stream()
                .filter(count -> count.equals(clients.get(0)) || count == pairClients || count == mostClients())
                .toList();
    }

    /** Returns the approximate bytes of all files. */
    long dataBytes() {
        return files * FILE_BYTES;
    }

    /** Returns the memory of a serving node for caches, its heap apart. */
    long cacheBytes() {
        return Math.max(leastCacheBytes, mebibytes(dataBytes() * CACHE_SHARE));
    }

    /** Returns the memory of the row cache of an arm with the tier. */
    long rowCacheBytes() {
        return mebibytes(cacheBytes() * ROW_SHARE);
    }

    /** Returns the memory of the tier's index. */
    long indexBytes() {
        return MEBIBYTE;
    }

    /**
     * Returns the space of the SSD tier.
     *
     * @param percent percentage of a node's data
     */
    long ssdBytes(int percent) {
        return Math.max(LEAST_SSD_BYTES, mebibytes(dataBytes() * percent / PERCENT));
    }

    /** Returns the page cache of a serving node: what the tier leaves of the memory, or all of it. */
    long pageCacheBytes(boolean hasTier) {
        return hasTier ? cacheBytes() - rowCacheBytes() - indexBytes() - BUFFER_BYTES : cacheBytes();
    }

    /** Returns the page cache of a file system: as much as the serving nodes have together. */
    long fileSystemCacheBytes() {
        return SERVING_NODES * cacheBytes();
    }

    /** Returns the size of a node's drive. */
    long nodeDiskBytes() {
        return Math.max(LEAST_DISK_BYTES, mebibytes(dataBytes() / NODE_FILL));
    }

    /** Returns the size of a file system's drive, as full as that of the paper. */
    long fileSystemBytes() {
        return Math.max(
                LEAST_DISK_BYTES,
                mebibytes((dataBytes() + files * BLOCK_WASTE_BYTES) / FILE_SYSTEM_FILL + JOURNAL_BYTES));
    }

    private static long mebibytes(double bytes) {
        return (long) Math.ceil(bytes / MEBIBYTE) * MEBIBYTE;
    }
}
