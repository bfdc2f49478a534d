package org.ssdtier.rowcache;

import java.util.List;

/**
 * The state recovered from an earlier life of the cache, except the index, which is loaded in the background.
 *
 * @param stampBase the stamp every table starts with; every existing image has a lower one
 * @param saved the tables of a clean stop
 * @param journaled the tables whose SSTables are in the journal
 * @param isAfterCrash whether images are recovered from the journal, not from a clean stop
 */
record Recovered(int stampBase, List<TableSnapshot> saved, List<JournalTable> journaled, boolean isAfterCrash) {
    /** Returns the state after a clean stop. */
    static Recovered afterStop(IndexSnapshot stop, int stampBase, List<JournalTable> journaled) {
        return new Recovered(stampBase, stop.owner().tables(), journaled, false);
    }
}
