package org.ssdtier.keyindex.cassandra;

import org.ssdtier.keyindex.KeyIndexStats;

/** The metrics of the key indexes, registered without key indexes. */
public final class RegisteredKeyIndexView {
    private RegisteredKeyIndexView() {}

    /** Registers them, as the start of a node with key indexes does. */
    public static void register() {
        KeyIndexStats none = new KeyIndexStats(0, 0, 0, 0, false, new KeyIndexStats.Lookups(0, 0, 0, 0, 0), 0, 0, 0, 0);
        KeyIndexView.register(() -> new KeeperFigures(none, 0, 0, 0));
    }
}
