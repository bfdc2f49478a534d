package org.ssdtier.benchmarks.peers;

import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@code bench peers}.
 *
 * @param peers peers in the order of the columns
 * @param rows number of rows per peer
 * @param rounds number of recorded rounds of reads, after one that is not recorded
 * @param roundMillis length of the reads of one peer with one number of threads, in ms
 * @param memoryMebibytes memory for values per peer in MiB
 * @param pageCacheMebibytes page cache per peer during its reads in MiB
 * @param readAheadKib KiB that the disk reads ahead; 0 for none
 * @param heap heap of each peer's JVM
 * @param seed seed of all random choices
 * @param directory parent of the peers' directories
 */
record PeersOptions(
        List<PeerName> peers,
        int rows,
        int rounds,
        int roundMillis,
        int memoryMebibytes,
        int pageCacheMebibytes,
        int readAheadKib,
        String heap,
        long seed,
        Path directory) {
    /** The numbers of threads of the reads. */
    static final List<Integer> THREADS = List.of(1, 16);

    private static final int LEAST_ROWS = 10_000;
    private static final int MOST_ROWS = 50_000_000;

    PeersOptions {
        peers = List.copyOf(peers);
        Allowed.between("rows", rows, LEAST_ROWS, MOST_ROWS);
        Allowed.between("rounds", rounds, 1, 1_000);
        Allowed.between("round-millis", roundMillis, 100, 600_000);
        Allowed.between("memory-mib", memoryMebibytes, 1, 65_536);
        Allowed.between("page-cache-mib", pageCacheMebibytes, 8, 65_536);
        Allowed.between("read-ahead-kib", readAheadKib, 0, 65_536);
    }
}
