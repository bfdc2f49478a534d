package org.ssdtier.benchmarks.tier;

import java.util.Locale;

/** The measurements of {@code ssdtier bench tier}, each in a JVM of its own. */
enum TierProbe {
    SSD,
    DENSITY,
    INDEX,
    WRITES,
    FLUSH,
    COMPRESSION,
    BYTES_OURS,
    BYTES_OHC,
    BYTES_SERIALIZING;

    /** Returns whether it measures the bytes of a row, in a JVM with one cache. */
    boolean measuresRowBytes() {
        return this == BYTES_OURS || this == BYTES_OHC || this == BYTES_SERIALIZING;
    }

    /** Returns the word on the command line, also of the probe. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
