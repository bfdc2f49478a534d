package org.ssdtier.benchmarks.schema;

import java.util.Locale;

/** What is measured; the probe's process knows it by these names. */
enum Part {
    /** SSTables. */
    FILES,
    /** Cached row images. */
    IMAGES;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
