package org.ssdtier.benchmarks.matrix;

import java.util.Locale;

/** A step of a trial, in the order of the steps. */
enum MatrixStep {
    /** A stock node of the release starts, and rows are written. */
    STOCK,
    /** The installer refuses a build of the release that lacks a method, and changes nothing. */
    MISFIT,
    /** The jar is installed into the stopped node. */
    INSTALL,
    /** The installer verifies the installed jar. */
    VERIFY,
    /** The node starts with the tier and the catalogue. */
    START,
    /** Rows are written and read in CQL, and the rows of the stock node are read from both tiers. */
    CQL,
    /** A short probe for stale answers under all disturbances. */
    STALE,
    /** A table is written, flushed, read and compacted in the format of the catalogue. */
    CATALOGUE,
    /** The table is converted back to Cassandra's own format. */
    CONVERT,
    /** The jar is removed from the stopped node, and the files are those of the stock node. */
    UNINSTALL,
    /** The stock node starts and returns all rows. */
    AGAIN;

    /** Returns the word in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
