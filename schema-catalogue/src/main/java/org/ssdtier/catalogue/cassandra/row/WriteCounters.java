package org.ssdtier.catalogue.cassandra.row;

/** The counters of the rows that one writer has written. Used by one thread. */
public final class WriteCounters {
    long cellsRows;
    long uniformRows;
    long inlineFirstSight;
    long inlineFull;
    long inlineTooLarge;
    /**
     * Rows that have, may have or could get a schema but are left as they are: a sample showed that this takes no more
     * space, or that their definition would take more than it saves.
     */
    long inlineNoGain;
    /** Rows that were not examined, because hardly any before them had a schema. */
    long inlineUnseen;
    /** Rows whose hash is that of too many schemas. */
    long inlineCollision;
    /** Comparisons of a row with a different schema of the same hash. */
    long collisions;
    /** Bytes of map keys that are omitted from rows. */
    long namesBytes;

    /** Returns the number of rows with a schema, written one cell after another. */
    public long cellsRows() {
        return cellsRows;
    }

    /** Returns the number of rows with a schema, in a uniform layout. */
    public long uniformRows() {
        return uniformRows;
    }

    /** Returns the number of rows. */
    public long rows() {
        return cellsRows
                + uniformRows
                + inlineFirstSight
                + inlineFull
                + inlineTooLarge
                + inlineNoGain
                + inlineUnseen
                + inlineCollision;
    }

    @Override
    public String toString() {
        return "rows in cells layout=" + cellsRows + " uniform=" + uniformRows + " inline: first sight="
                + inlineFirstSight + " dictionary full=" + inlineFull + " too large=" + inlineTooLarge
                + " collision=" + inlineCollision + " not examined=" + inlineUnseen
                + " no gain=" + inlineNoGain;
    }
}
