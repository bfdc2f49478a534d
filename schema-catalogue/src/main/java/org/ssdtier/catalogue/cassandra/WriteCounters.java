package org.ssdtier.catalogue.cassandra;

/** What happened to the rows that one writer has written. Of one thread. */
final class WriteCounters {
    long cellsRows;
    long uniformRows;
    long inlineFirstSight;
    long inlineFull;
    long inlineTooLarge;
    /** Too many schemas have the hash of the row. */
    long inlineCollision;
    /** Comparisons of a row with a schema of the same hash that is another. */
    long collisions;
    /** Bytes of names and map keys that the rows do without. */
    long namesBytes;

    @Override
    public String toString() {
        return "rows in cells layout=" + cellsRows + " uniform=" + uniformRows + " inline: first sight="
                + inlineFirstSight + " dictionary full=" + inlineFull + " too large=" + inlineTooLarge
                + " collision=" + inlineCollision;
    }
}
