package org.ssdtier.benchmarks.smallfiles;

/** A kind of measured slot. The order is that of the stages of a visit, which cannot be undone. */
enum FilesPhase {
    /** Reads of single files. */
    READS(0, "reads"),
    /** A traversal of all files, without other requests. */
    TRAVERSAL(1, "traversal"),
    /** Reads of single files during a traversal. */
    BOTH(2, "reads under a traversal"),
    /** Reads of one replica rather than a quorum, as in the phases that follow, whose files have one. */
    ONE(5, "reads of one replica"),
    /** Reads if each serving node holds a third of the files. */
    THIRD(3, "reads, a third of the data per node"),
    /** Reads if everything is in memory. */
    MEMORY(4, "reads, all in memory");

    /** The part of the phase in the seed of its requests. */
    final int number;

    /** The description for readers. */
    final String words;

    FilesPhase(int number, String words) {
        this.number = number;
        this.words = words;
    }

    /** Returns whether clients read files. */
    boolean hasReads() {
        return this != TRAVERSAL;
    }

    /** Returns whether a traversal runs. */
    boolean hasTraversal() {
        return this == TRAVERSAL || this == BOTH;
    }
}
