package org.ssdtier.benchmarks.stale;

/** The tables of the probe. */
public final class ProbeTable {
    /** The keyspace of all tables. */
    public static final String KEYSPACE = "probe";

    private ProbeTable() {}
}
