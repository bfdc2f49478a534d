package org.ssdtier.rowcache.curve;

/**
 * The sizes of the tiers today.
 *
 * @param memoryBytes capacity of the memory tier
 * @param ssdBytes bytes of records that the SSD tier has room for; 0 without one
 * @param ghostRows number of rows that the admission policy remembers
 */
public record TierSizes(long memoryBytes, long ssdBytes, long ghostRows) {}
