package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;

/**
 * The files of one arm, served and under measurement. Drives are fast and memory is not limited until the caller says
 * so. The creator closes it, which removes nodes, drives and memory groups.
 */
interface ServedFiles extends AutoCloseable {
    /** Returns the client that reads files. */
    FilesLoad load();

    /** Turns the models of all drives on, or off for filling caches. */
    void slow(boolean on) throws IOException;

    /** Limits the page cache to the plan's. */
    void limitMemory() throws IOException;

    /**
     * Prepares a phase, with fast drives: divides the data among the serving nodes, or lifts the limits of memory and
     * reads everything once. Phases are entered in their order; entering the current one again does nothing.
     */
    void enter(FilesPhase phase) throws IOException, InterruptedException;

    /**
     * Reads the content of all files once, as a backup does.
     *
     * @param threads number of threads
     * @param mostMillis time after which the traversal ends early
     * @param repeats whether it runs beside reads: it then begins again at its end, until {@link #stopTraversal}, and
     *     reads no more bytes per second than the plan's backup
     */
    Traversed traverse(int threads, long mostMillis, boolean repeats) throws IOException;

    /** Ends the traversal that is running in another thread. */
    void stopTraversal() throws IOException;

    /** Returns the current counters. */
    ServedCounters counters() throws IOException;

    /** Returns whether all processes are running. */
    boolean isAlive();

    /** Returns the last lines of the logs, for the report of a failure. */
    String lastWords();

    @Override
    void close() throws IOException;
}
