package org.ssdtier.benchmarks.crash;

import java.nio.file.Path;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of a {@link StartsRun}.
 *
 * @param pairs number of counted pairs of starts: one after a clean stop, one after a kill
 * @param entries number of rows of the table, nearly all of which are on the SSD once it is filled
 * @param memoryMebibytes memory of the row cache in MiB
 * @param heap heap size of the node
 * @param seed seed of all random choices of the client
 * @param directory directory of the node
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

    /** Returns the size of an SSD tier for all rows and for the segments that a start leaves partly filled, in MiB. */
    long ssdMebibytes() {
        return Math.max(LEAST_SSD_MEBIBYTES, ((long) entries * SSD_BYTES_OF_ROW) >> 20);
    }

    /** Returns the size of an index for all rows, in MiB. */
    long indexMebibytes() {
        return Math.max(LEAST_INDEX_MEBIBYTES, ((long) entries * INDEX_BYTES_OF_ROW) >> 20);
    }
}
