package org.ssdtier.benchmarks.schema;

import java.util.Locale;

/** The measured tables. The names are also those of the probe's command line. */
enum TableKind {
    PAPER,
    PAPER_LONG_NAMES,
    APM,
    WIDE,
    FROZEN,
    FROZEN_LONG_NAMES,
    DECLARED,
    UNIQUE,
    SHAPES_300,
    SHAPES_3000,
    BEYOND_COUNT,
    BEYOND_BYTES,
    PAIRS,
    PAPER_OFFHEAP,
    APM_OFFHEAP;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
