package org.ssdtier.rowcache.curve;

/**
 * The options of the SSD tier that its miniatures follow.
 *
 * @param admitsAll whether every evicted row is written; otherwise those seen twice once the tier is full
 * @param reinsertedShare maximum fraction of copies by reclaim in all bytes written, 0 to below 1
 */
public record TierPolicy(boolean admitsAll, double reinsertedShare) {}
