package org.ssdtier.node.lifetimes;

import java.util.Locale;

/** The reason why a file is written. The files of an SSTable all have the kind of its operation. */
public enum FileKind {
    /** Segments of the commit log. */
    COMMIT_LOG,
    /** SSTables written by a flush. */
    FLUSH,
    /** SSTables of tier 1: a compaction of flushed SSTables, or level 1. */
    COMPACTION_1,
    /** SSTables of tier 2. */
    COMPACTION_2,
    /** SSTables of tier 3. */
    COMPACTION_3,
    /** SSTables of tier 4 and above. */
    COMPACTION_4,
    /** SSTables received from other nodes. */
    STREAM,
    /** Hints for other nodes. */
    HINTS,
    /** Segments of the row cache. */
    ROW_CACHE,
    /** Segments of the schema catalogue. */
    SCHEMA_CATALOGUE;

    /** Returns the kind of a compaction. */
    static FileKind ofTier(int tier) {
        return switch (tier) {
            case 1 -> COMPACTION_1;
            case 2 -> COMPACTION_2;
            case 3 -> COMPACTION_3;
            default -> COMPACTION_4;
        };
    }

    /** Returns the name in the virtual table and in metrics. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
