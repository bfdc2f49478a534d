package org.ssdtier.catalogue.cassandra.estimate;

import org.jspecify.annotations.Nullable;

/**
 * The figures of an estimate.
 *
 * @param sstables number of SSTables of the table that are not catalogued yet
 * @param sampledSstables number of those of which rows were read
 * @param sampledRows rows that were read
 * @param sampledBytes bytes of these rows as Cassandra writes them, before compression
 * @param bytesNow bytes of the SSTables' {@code Data.db}
 * @param bytesCatalogued bytes of {@code Data.db} and {@code Schemas.db}, if the SSTables were catalogued
 * @param savedShare share of the bytes that would be saved; negative if more would be needed
 * @param writeCpuRatio CPU time of writing and compressing the rows as catalogued, relative to that of Cassandra's own
 *     form; null if the sample is too small to measure it
 * @param rows share of the rows in each form, as the writer of an SSTable chose it
 * @param shapes number of definitions in the dictionary of the SSTable of the sample that has most of them
 * @param definitionHeapBytes bytes of heap that these definitions take
 * @param advice whether to use the catalogue
 */
public record Estimate(
        int sstables,
        int sampledSstables,
        long sampledRows,
        long sampledBytes,
        long bytesNow,
        long bytesCatalogued,
        double savedShare,
        @Nullable Double writeCpuRatio,
        Forms rows,
        int shapes,
        long definitionHeapBytes,
        Advice advice) {
    private static final double WORTH_IT = 0.05;
    private static final double NOTHING = -0.001;
    private static final double DEARER = 1.05;

    /**
     * The share of rows in each form.
     *
     * @param names rows with their names, as Cassandra writes them
     * @param cells rows with an ID, one cell after another
     * @param uniform rows with an ID and the lengths first
     */
    public record Forms(double names, double cells, double uniform) {}

    /** The advice on using the catalogue for a table. */
    public enum Advice {
        /** At least 5 % of the bytes would be saved. */
        YES,
        /** Bytes would be added, or fewer saved than 5 % for more than 5 % of CPU time. */
        NO,
        /** Neither. */
        NO_DIFFERENCE
    }

    static Advice advice(double saved, @Nullable Double cpu) {
        if (saved >= WORTH_IT) {
            return Advice.YES;
        }
        return saved < NOTHING || (cpu != null && cpu > DEARER) ? Advice.NO : Advice.NO_DIFFERENCE;
    }
}
