package org.ssdtier.keyindex.cassandra;

import org.ssdtier.keyindex.KeyIndexStats;

/**
 * The figures of a node's key indexes and of their keeper.
 *
 * @param stats figures of the key indexes
 * @param sstablesWithout SSTables that should have a key index and have none
 * @param builtFromDrafts key indexes made from drafts since the start
 * @param draftFreeBytes bytes that drafts may still take
 */
record KeeperFigures(KeyIndexStats stats, long sstablesWithout, long builtFromDrafts, long draftFreeBytes) {}
