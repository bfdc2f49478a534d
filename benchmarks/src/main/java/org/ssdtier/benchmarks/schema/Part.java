package org.ssdtier.benchmarks.schema;

import java.util.Locale;

/** The part of a table measured. The names are also those of the probe's command line. */
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
