package org.ssdtier.benchmarks.streams;

import java.util.List;
import org.ssdtier.benchmarks.device.stream.StreamMapping;

/**
 * A node on a mounted drive, for which it waits.
 *
 * @param name name in results
 * @param words description for readers
 * @param mapping mapping of lifetimes to streams
 * @param compaction the table's compaction strategy
 * @param hasRowCache whether the row cache's SSD tier is on the same drive, and half of the requests are reads
 * @param isCompared whether it differs from the baseline in nothing but the mapping
 */
record OnlineArm(
        String name,
        String words,
        StreamMapping mapping,
        Strategy compaction,
        boolean hasRowCache,
        boolean isCompared) {
    static final OnlineArm NORMAL = compared("normal", "all writes in one stream", StreamMapping.NORMAL);
    static final OnlineArm MULTI_LOG = compared("multi-log", "the commit log apart", StreamMapping.MULTI_LOG);
    static final OnlineArm MULTI_DATA =
            compared("multi-data", "commit log, flushes and two tiers of compactions apart", StreamMapping.MULTI_DATA);
    static final OnlineArm ROW_CACHE = new OnlineArm(
            "row-cache",
            "multi-data with the row cache's SSD tier on the same drive, half of the requests reads",
            StreamMapping.MULTI_DATA,
            Strategy.TIERED,
            true,
            false);
    static final OnlineArm UNIFIED = other("ucs", "multi-data with unified compaction", Strategy.UNIFIED);
    static final OnlineArm LEVELED = other("lcs", "multi-data with levelled compaction", Strategy.LEVELED);

    static final List<OnlineArm> ALL = List.of(NORMAL, MULTI_DATA, MULTI_LOG, ROW_CACHE, UNIFIED, LEVELED);

    private static OnlineArm compared(String name, String words, StreamMapping mapping) {
        return new OnlineArm(name, words, mapping, Strategy.TIERED, false, true);
    }

    private static OnlineArm other(String name, String words, Strategy compaction) {
        return new OnlineArm(name, words, StreamMapping.MULTI_DATA, compaction, false, false);
    }

    /** Returns the name of the file with its block trace. */
    String traceFile() {
        return name + ".trace";
    }
}
