package org.apache.cassandra.io.sstable.metadata;

/** The level of a new SSTable, which only this package of Cassandra can read. */
public final class SSTableLevels {
    private SSTableLevels() {}

    /** Returns the level of the SSTable that a collector describes: 0 without levelled compaction. */
    public static int of(MetadataCollector collector) {
        return collector.sstableLevel;
    }
}
