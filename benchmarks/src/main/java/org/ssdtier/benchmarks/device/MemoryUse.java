package org.ssdtier.benchmarks.device;

/**
 * The memory use of a memory group.
 *
 * @param limitBytes the limit
 * @param usedBytes all memory that counts towards the limit
 * @param cacheBytes the part that is page cache and can be dropped. Pages that a program has locked, as Cassandra does with its
 *     libraries, are its own memory, of the program that was the first to use them
 * @param anonymousBytes the part that is heap, off-heap and stacks
 * @param outOfMemoryKills number of programs that the kernel killed because of the limit
 */
public record MemoryUse(long limitBytes, long usedBytes, long cacheBytes, long anonymousBytes, long outOfMemoryKills) {}
