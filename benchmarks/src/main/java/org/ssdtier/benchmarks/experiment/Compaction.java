package org.ssdtier.benchmarks.experiment;

/** The compaction strategy of a data set's table, and of all arms. */
enum Compaction {
    /** Cassandra's default. */
    STCS(""),
    /** Levelled, with SSTables that are as small a part of the table as on a large node: a read needs hardly more than one. */
    LCS("compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': '16'}"),
    /** Unified, in its levelled form: what Cassandra recommends for new tables with many reads. */
    UCS("compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'L4', 'min_sstable_size': '16MiB',"
            + " 'target_sstable_size': '64MiB'}");

    private final String options;

    Compaction(String options) {
        this.options = options;
    }

    /** Returns the table options in CQL; empty for Cassandra's default. */
    String options() {
        return options;
    }
}
