package org.ssdtier.rowcache;

import java.nio.file.Path;

/**
 * How the SSD tier is laid out and behaves.
 *
 * @param directory the directory of the tier; created when absent
 * @param capacityBytes the bytes of all segments together
 * @param segmentBytes the bytes of one segment
 * @param writeBufferBytes the bytes of one write buffer
 * @param indexBytes the hard bound of the index
 * @param admission which evicted images are written
 * @param writeRateLimitBytesPerSecond the budget of writes; 0 means no limit
 * @param recover whether the index of a clean stop is loaded at open
 * @param ioErrorThreshold I/O errors a minute beyond which the tier goes offline
 */
public record SsdOptions(
        Path directory,
        long capacityBytes,
        int segmentBytes,
        int writeBufferBytes,
        long indexBytes,
        Admission admission,
        long writeRateLimitBytesPerSecond,
        boolean recover,
        int ioErrorThreshold) {}
