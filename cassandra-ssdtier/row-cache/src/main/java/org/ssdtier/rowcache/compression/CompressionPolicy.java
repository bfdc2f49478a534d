package org.ssdtier.rowcache.compression;

/**
 * The bounds and thresholds of compression.
 *
 * @param sampleBytes bytes of a full sample
 * @param sampleImages number of images of a full sample
 * @param dictionaryBytes size of the largest dictionary, at most 64 KiB
 * @param level Zstd level
 * @param leastRatio least ratio of bytes before and after, measured in a trial, with which a table is compressed
 * @param retryImages least number of images between two trials of a table
 */
public record CompressionPolicy(
        int sampleBytes, int sampleImages, int dictionaryBytes, int level, double leastRatio, long retryImages) {
    /** The policy of a node. */
    public static final CompressionPolicy STANDARD = new CompressionPolicy(1 << 20, 8_192, 16 << 10, 3, 1.25, 16_384);
}
