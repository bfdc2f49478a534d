package org.ssdtier.catalogue.cassandra;

/** What happened to the rows that one writer has written. Of one thread. */
final class WriteCounters {
    long cellsRows;
    long uniformRows;
    long inlineFirstSight;
    long inlineFull;
    long inlineTooLarge;
    /** Rows with a schema, or that may have one, that are left as they are: a sample said that this takes no more room. */
    long inlineNoGain;
    /** Rows that nobody looked at, for hardly any before them had a schema. */
    long inlineUnseen;
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
                + " collision=" + inlineCollision + " not looked at=" + inlineUnseen
                + " no gain=" + inlineNoGain;
    }
}
