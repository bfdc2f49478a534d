package org.ssdtier.benchmarks.scaling;

import java.util.ArrayList;
import java.util.List;

/**
 * The estimated needs of a node, by extrapolation.
 *
 * @param dataTerabytes data of the node
 * @param rowBytes bytes of a row on the SSD, with its key and header
 * @param ssdGigabytes size of the tier, a tenth of the data
 * @param millionRows rows on the SSD, in millions
 * @param indexGigabytes memory of the index
 * @param leastHeapGigabytes the smallest heap with which such an index is accepted
 * @param segmentMebibytes size of a segment: the default, or the smallest with which the segments suffice
 * @param segments number of segments; each is an open file
 * @param savedGigabytes size of the saved index; twice as much for a moment
 * @param startSeconds time until the index is loaded after a clean stop, if the SSD reads as fast as the disk of the run
 * @param killGigabytes bytes to be read after a kill: the saved index, and the records written since if a checkpoint was due
 * @param isPossible whether index and segments are within the format's bounds
 */
record NodeEstimate(
        int dataTerabytes,
        int rowBytes,
        double ssdGigabytes,
        double millionRows,
        double indexGigabytes,
        double leastHeapGigabytes,
        int segmentMebibytes,
        long segments,
        double savedGigabytes,
        double startSeconds,
        double killGigabytes,
        boolean isPossible) {
    private static final int[] TERABYTES = {1, 10, 100};
    private static final int[] ROW_BYTES = {500, 1_000, 4_000};
    private static final double SSD_SHARE = 0.1;
    private static final double BYTES_PER_TERABYTE = 1e12;
    private static final double BYTES_PER_GIGABYTE = 1e9;
    private static final double MILLION = 1e6;
    private static final double MEBIBYTE = 1 << 20;
    /** {@code index_memory} is at most four times the heap. */
    private static final double INDEX_TO_HEAP = 4;
    /** A checkpoint is due when records of eight times the index were written. */
    private static final double READ_AFTER_KILL = 8;

    private static final double MOST_INDEX_BYTES = 256.0 * (1L << 30);
    private static final int DEFAULT_SEGMENT_MEBIBYTES = 32;
    private static final int MOST_SEGMENT_MEBIBYTES = 256;
    private static final int MOST_SEGMENTS = 65_536;

    /**
     * Returns the estimates for nodes of 1, 10 and 100 TB with rows of 0.5, 1 and 4 KB.
     *
     * @param index growth of the memory of the index, MiB
     * @param saved growth of the saved index, MiB
     * @param start growth of the time of a start, seconds
     */
    static List<NodeEstimate> all(Growth index, Growth saved, Growth start) {
        List<NodeEstimate> all = new ArrayList<>();
        for (int terabytes : TERABYTES) {
            for (int rowBytes : ROW_BYTES) {
                all.add(of(terabytes, rowBytes, index, saved, start));
            }
        }
        return all;
    }

    private static NodeEstimate of(int terabytes, int rowBytes, Growth index, Growth saved, Growth start) {
        double ssdBytes = SSD_SHARE * terabytes * BYTES_PER_TERABYTE;
        double rows = ssdBytes / rowBytes;
        double indexBytes = index.at(rows) * MEBIBYTE;
        double savedBytes = saved.at(rows) * MEBIBYTE;
        int segmentMebibytes = DEFAULT_SEGMENT_MEBIBYTES;
        while (segmentMebibytes < MOST_SEGMENT_MEBIBYTES && ssdBytes / (segmentMebibytes * MEBIBYTE) > MOST_SEGMENTS) {
            segmentMebibytes *= 2;
        }
        long segments = (long) Math.ceil(ssdBytes / (segmentMebibytes * MEBIBYTE));
        return new NodeEstimate(
                terabytes,
                rowBytes,
                ssdBytes / BYTES_PER_GIGABYTE,
                rows / MILLION,
                indexBytes / BYTES_PER_GIGABYTE,
                indexBytes / INDEX_TO_HEAP / BYTES_PER_GIGABYTE,
                segmentMebibytes,
                segments,
                savedBytes / BYTES_PER_GIGABYTE,
                start.at(rows),
                (savedBytes + Math.min(ssdBytes, READ_AFTER_KILL * indexBytes)) / BYTES_PER_GIGABYTE,
                indexBytes <= MOST_INDEX_BYTES && segments <= MOST_SEGMENTS);
    }
}
