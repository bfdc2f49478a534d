package org.ssdtier.benchmarks.node;

import java.util.Locale;

/** The kind of row cache that a node runs. */
public enum RowCacheKind {
    /** The memory tier and the SSD tier of the drop-in jar. */
    SSDTIER,
    /** Stock Cassandra's default, {@code OHCProvider}. */
    OHC,
    /** Stock Cassandra's other provider, {@code SerializingCacheProvider}. */
    SERIALIZING,
    /** No row cache. */
    NONE;

    /** Returns the word on the command line and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
