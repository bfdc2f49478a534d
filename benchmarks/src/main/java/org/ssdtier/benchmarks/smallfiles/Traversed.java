package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;

/**
 * The files that a traversal has read.
 *
 * @param threads number of threads
 * @param files number of files; more than there are, if the traversal began again
 * @param bytes bytes of their content
 * @param seconds duration
 */
record Traversed(int threads, long files, long bytes, double seconds) {
    private static final double MILLIS_PER_SECOND = 1_000;

    static final Traversed NONE = new Traversed(0, 0, 0, 0);

    /**
     * Requires that a traversal has read all files.
     *
     * @throws IOException if it ended before; the message says how far it came
     */
    void require(long all) throws IOException {
        if (files < all) {
            throw new IOException(
                    "files=" + files + " read into memory in s=" + Math.round(seconds) + ": all are " + all);
        }
    }

    /**
     * Requires that a traversal has read every file once, unless its time was over before.
     *
     * @throws IOException if it ended by itself with fewer or more files
     */
    void requireUnlessStopped(long all, long mostMillis) throws IOException {
        if (files != all && seconds * MILLIS_PER_SECOND < mostMillis) {
            throw new IOException("files=" + files + ": a traversal ended by itself in s=" + Math.round(seconds)
                    + "; all are " + all);
        }
    }

    /** Returns the time of a traversal of some files at the same rate, in seconds; NaN if none was read. */
    double secondsFor(long all) {
        return files == 0 ? Double.NaN : seconds * all / files;
    }
}
