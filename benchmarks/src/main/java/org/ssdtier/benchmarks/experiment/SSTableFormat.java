package org.ssdtier.benchmarks.experiment;

import java.util.Map;
import org.ssdtier.benchmarks.load.PaperLoad;

/** The format of an arm's SSTables. */
enum SSTableFormat {
    /** Stock's default format, also used for data sets. */
    BIG,
    /** Stock's other format. */
    BTI,
    /** The format of the schema catalogue: rows with schema IDs, on top of {@link #BTI}. */
    CATALOGUED;

    /** Returns the settings that select this format in cassandra.yaml. */
    Map<String, String> yaml() {
        return switch (this) {
            case BIG -> Map.of();
            case BTI -> Map.of("sstable.selected_format", "bti", "storage_compatibility_mode", "NONE");
            case CATALOGUED ->
                Map.of(
                        "sstable.selected_format", "bti",
                        "storage_compatibility_mode", "NONE",
                        "schema_catalogue.enabled", "true",
                        "schema_catalogue.tables", "[\"" + PaperLoad.KEYSPACE + ".*\"]");
        };
    }
}
