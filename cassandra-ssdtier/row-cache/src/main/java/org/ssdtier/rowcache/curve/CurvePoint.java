package org.ssdtier.rowcache.curve;

/**
 * The estimate for one size of a tier; the other tier has today's.
 *
 * @param factor factor of today's size
 * @param memoryHitRatio fraction of the reads that the memory tier would answer, 0 to 1
 * @param hitRatio fraction of the reads that either tier would answer, 0 to 1
 * @param fill fraction of the SSD tier's miniature that is in use; while it fills, it misses every row once
 */
public record CurvePoint(double factor, double memoryHitRatio, double hitRatio, double fill) {}
