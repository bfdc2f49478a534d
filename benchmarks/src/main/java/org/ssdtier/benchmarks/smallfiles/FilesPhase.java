package org.ssdtier.benchmarks.smallfiles;

/** A kind of measured slot. The order is that of the stages of a visit, which cannot be undone. */
enum FilesPhase {
    /** Reads of single files. */
    READS("reads"),
    /** A traversal of all files, without other requests. */
    TRAVERSAL("traversal"),
    /** Reads of single files during a traversal. */
    BOTH("reads under a traversal"),
    /** Reads if each serving node holds a third of the files. */
    THIRD("reads, a third of the data per node"),
    /** Reads if everything is in memory. */
    MEMORY("reads, all in memory");

    /** The description for readers. */
    final String words;

    FilesPhase(String words) {
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
