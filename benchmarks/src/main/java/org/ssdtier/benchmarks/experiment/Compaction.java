package org.ssdtier.benchmarks.experiment;

/** The compaction strategy of a data set's table, and of all arms. */
enum Compaction {
    /** Cassandra's default. */
    STCS(""),
    /** Levelled, with SSTables of a tenth of the default size, so that a small table has several levels, too. */
    LCS("compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': '16'}"),
    /** Unified, with scaling parameter L4: levels as in {@link #LCS}, with a fan-out of 4 instead of 10. */
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
