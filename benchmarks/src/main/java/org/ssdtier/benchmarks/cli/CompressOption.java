package org.ssdtier.benchmarks.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** The option {@code --compress} of measurements that try the row cache with compressed images as well. */
public final class CompressOption {
    @Option(
            names = "--compress",
            description = "Compress cached rows: ssd_row_cache.compression is auto instead of off.")
    private boolean isCompressed;

    /** Returns whether rows shall be compressed. */
    public boolean isCompressed() {
        return isCompressed;
    }

    /** Returns the settings in {@code cassandra.yaml}; none if rows are not compressed, as that is the default. */
    public static Map<String, String> yaml(boolean isCompressed) {
        return isCompressed ? Map.of("ssd_row_cache.compression", "auto") : Map.of();
    }
}
