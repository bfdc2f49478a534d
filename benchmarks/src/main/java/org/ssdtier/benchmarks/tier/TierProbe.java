package org.ssdtier.benchmarks.tier;

import java.util.Locale;

/** What {@code ssdtier bench tier} measures, each in a JVM of its own. */
enum TierProbe {
    SSD,
    INDEX,
    WRITES,
    MEMORY,
    FLUSH,
    SLICES,
    BYTES_OURS,
    BYTES_OHC,
    BYTES_SERIALIZING;

    /** Returns whether it measures the bytes of a row, in a JVM that has one cache. */
    boolean isOfBytes() {
        return this == BYTES_OURS || this == BYTES_OHC || this == BYTES_SERIALIZING;
    }

    /** The word on the command line, which the probe's process knows. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
