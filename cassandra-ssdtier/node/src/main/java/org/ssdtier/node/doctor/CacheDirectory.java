package org.ssdtier.node.doctor;

import java.nio.file.Path;
import java.util.List;
import org.ssdtier.rowcache.cassandra.SsdRowCacheBlock;

/**
 * The directory of the SSD tier, as it is configured.
 *
 * @param configured the directory as it is written
 * @param mayShareDevice whether it may be on the device of the data
 * @param sizeBytes size of all segments
 * @param segmentBytes size of a segment
 * @param indexBytes bound of the index in memory
 * @param nodeDirectories the node's other directories, one of the data first
 */
record CacheDirectory(
        String configured,
        boolean mayShareDevice,
        long sizeBytes,
        long segmentBytes,
        long indexBytes,
        List<Path> nodeDirectories) {
    private static final long LEAST_JOURNAL_BYTES = 32L << 20;

    static CacheDirectory of(SsdRowCacheBlock block, List<Path> nodeDirectories) {
        return new CacheDirectory(
                block.directory(),
                block.mayShareDevice(),
                block.sizeBytes(),
                block.segmentBytes(),
                block.indexBytes(),
                nodeDirectories);
    }

    /** Returns the directory, normalized. */
    Path path() {
        return Path.of(configured).normalize();
    }

    /** Returns a directory of the data. */
    Path data() {
        return nodeDirectories.get(0);
    }

    /** Returns the space that the tier takes: the segments, two checkpoints of the index, and the journal. */
    long neededBytes() {
        return sizeBytes + 2 * indexBytes + Math.max(LEAST_JOURNAL_BYTES, indexBytes / 4);
    }

    /** Returns the number of segments, each an open file. */
    long segments() {
        return sizeBytes / segmentBytes;
    }
}
