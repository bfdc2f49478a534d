package org.ssdtier.benchmarks.device;

/**
 * What the programs of a memory group use.
 *
 * @param limitBytes the limit
 * @param usedBytes all that counts towards it
 * @param cacheBytes of that the page cache
 * @param anonymousBytes of that heap, off-heap and stacks
 * @param outOfMemoryKills programs the kernel ended because the limit was too small
 */
public record MemoryUse(long limitBytes, long usedBytes, long cacheBytes, long anonymousBytes, long outOfMemoryKills) {}
