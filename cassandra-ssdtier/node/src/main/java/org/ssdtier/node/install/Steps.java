package org.ssdtier.node.install;

import java.io.IOException;

/** A receiver of the steps in which a file is replaced, so that a test can interrupt each of them. */
@FunctionalInterface
interface Steps {
    /** A receiver that does nothing. */
    Steps UNWATCHED = step -> {};

    /** A step that is complete. */
    enum Step {
        /** The new content is in a file beside the old one. */
        WRITTEN,
        /** That file is on the disk. */
        SYNCED,
        /** The file has its final name, or the name of the jar that it replaces. */
        MOVED
    }

    /** Receives a step. */
    void reached(Step step) throws IOException;
}
