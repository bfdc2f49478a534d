package org.ssdtier.benchmarks.cluster;

import org.ssdtier.benchmarks.brief.CacheSize;

/**
 * The memory and SSD space of each node of an arm, in bytes. All arms have the same memory: what an arm does not use for
 * a row cache, or for the index and the buffers of an SSD tier, it has as additional page cache.
 *
 * @param rowCacheBytes memory of the row cache
 * @param indexBytes memory of the index of the SSD tier
 * @param bufferBytes memory of the buffers of the SSD tier
 * @param pageCacheBytes limit of the page cache
 * @param ssdBytes space of the SSD tier
 * @param segmentBytes size of its segments
 */
record NodeMemory(
        long rowCacheBytes, long indexBytes, long bufferBytes, long pageCacheBytes, long ssdBytes, long segmentBytes) {
    /** The fraction of a node's rows that fit into a row cache in memory, as in the experiment {@code threads}. */
    static final double MEMORY_SHARE = 0.02;

    static NodeMemory of(ClusterScale scale, ClusterArm arm) {
        CacheSize cache = cache(scale, arm);
        long most = cache(scale, ClusterArm.TIER).memoryBytes();
        return new NodeMemory(
                cache.rowCacheBytes(),
                cache.indexBytes(),
                cache.bufferBytes(),
                scale.pageCacheBytes() + most - cache.memoryBytes(),
                cache.ssdBytes(),
                cache.segmentBytes());
    }

    private static CacheSize cache(ClusterScale scale, ClusterArm arm) {
        return arm.hasTier()
                ? new CacheSize(scale.nodeRows() * MEMORY_SHARE, scale.nodeRows() * arm.ssdShare)
                : new CacheSize(0, 0);
    }
}
