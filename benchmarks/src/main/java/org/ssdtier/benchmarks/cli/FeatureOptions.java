package org.ssdtier.benchmarks.cli;

import picocli.CommandLine.Option;

/** The options of measurements that can try the row cache together with what is off by default. */
public final class FeatureOptions {
    @Option(
            names = "--compress",
            description = "Compress cached rows: ssd_row_cache.compression is auto instead of off.")
    private boolean isCompressed;

    @Option(
            names = "--key-index",
            description =
                    "Key indexes on the SSD for all SSTables: ssd_key_index.enabled, with min_keys 1; no key cache.")
    private boolean hasKeyIndex;

    /** Returns what is turned on. */
    public Features features() {
        return new Features(isCompressed, hasKeyIndex);
    }
}
