package org.ssdtier.benchmarks.streams;

/**
 * A compaction strategy with its sizes in proportion to the drive: with Cassandra's own, made for drives a hundred times as
 * large, all SSTables of a small table would be of one tier.
 */
enum Strategy {
    /** Size-tiered. */
    TIERED("SizeTieredCompactionStrategy") {
        /** Cassandra's buckets begin at 50 MiB, less than one flushed SSTable of a node with much memory. */
        @Override
        String parameters(NodeSizes sizes) {
            return "{min_sstable_size: '" + sizes.leastTieredBytes() + "'}";
        }
    },
    /** Unified, with its default of tiers by four. */
    UNIFIED("UnifiedCompactionStrategy") {
        @Override
        String parameters(NodeSizes sizes) {
            return "{scaling_parameters: T4}";
        }
    },
    /** Levelled. */
    LEVELED("LeveledCompactionStrategy") {
        @Override
        String parameters(NodeSizes sizes) {
            return "{sstable_size_in_mb: '" + sizes.levelledMebibytes() + "'}";
        }
    };

    private final String className;

    Strategy(String className) {
        this.className = className;
    }

    /** Returns the name of its class, without the package. */
    String className() {
        return className;
    }

    /** Returns its parameters in the form of {@code cassandra.yaml}. */
    abstract String parameters(NodeSizes sizes);
}
