package org.ssdtier.rowcache;

import java.util.List;

/**
 * What an earlier life of the cache left, but for the index, which is loaded in the background.
 *
 * @param stampBase every table starts with this stamp; no image anywhere has it or a higher one
 * @param saved the tables of a clean stop
 * @param journaled the tables whose SSTables the journal knows
 * @param isAfterCrash whether images are recovered by the journal, not by a clean stop
 */
record Recovered(int stampBase, List<TableSnapshot> saved, List<JournalTable> journaled, boolean isAfterCrash) {}
