package org.ssdtier.benchmarks.crash;

import java.nio.file.Path;
import org.ssdtier.benchmarks.launcher.Allowed;

/**
 * What a {@link StartsRun} does.
 *
 * @param pairs of starts that count: one after a clean stop, one after a kill
 * @param entries rows of the table, nearly all of which are on the SSD in the end
 * @param memoryMebibytes the row cache's memory
 * @param heap of the node
 * @param seed of all random choices of the client
 * @param directory the node's
 */
record StartsOptions(int pairs, int entries, int memoryMebibytes, String heap, long seed, Path directory) {
    private static final int SSD_BYTES_OF_ROW = 256;
    private static final int INDEX_BYTES_OF_ROW = 13;
    private static final int LEAST_SSD_MEBIBYTES = 1_024;
    private static final int LEAST_INDEX_MEBIBYTES = 8;

    StartsOptions {
        Allowed.atLeast("pairs", pairs, 1);
        Allowed.between("entries", entries, ManyRows.GROUP_ROWS, 1 << 26);
        Allowed.atLeast("memory-mib", memoryMebibytes, 1);
    }

    int groups() {
        return entries / ManyRows.GROUP_ROWS;
    }

    /** An SSD tier that has room for all rows, and for segments that a start leaves partly filled. */
    long ssdMebibytes() {
        return Math.max(LEAST_SSD_MEBIBYTES, ((long) entries * SSD_BYTES_OF_ROW) >> 20);
    }

    /** An index that has room for all rows. */
    long indexMebibytes() {
        return Math.max(LEAST_INDEX_MEBIBYTES, ((long) entries * INDEX_BYTES_OF_ROW) >> 20);
    }
}
