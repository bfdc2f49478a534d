package org.ssdtier.catalogue.cassandra.row;

/**
 * A monitor of the share of rows that have a schema. If next to no row of the SSTable has one, looking for schemas is
 * not worth the time: a number of rows is then written as they are, before some are examined again. Used by one thread.
 */
final class SchemaYield {
    /** The number of rows that are examined at first; a schema has to be seen twice. */
    static final int FIRST_LOOK = 4_096;
    /** The number of rows that are examined after a rest. */
    static final int LOOK = 1_024;

    private static final int FIRST_REST = 4_096;
    /** The longest rest, in rows. */
    static final int LONGEST_REST = 65_536;
    /** At least one row in this many must have a schema, or a rest follows. */
    private static final int MIN_SHARE = 64;

    private int toLookAt = FIRST_LOOK;
    private int lookedAt;
    private int withSchema;
    private int rest = FIRST_REST;
    private int toRest;

    /** Returns whether the next row is written as it is; if not, {@link #looked} must be called for it. */
    boolean isResting() {
        if (toRest == 0) {
            return false;
        }
        toRest--;
        return true;
    }

    /** Records that a row was examined. */
    void looked(boolean hasSchema) {
        lookedAt++;
        withSchema += hasSchema ? 1 : 0;
        if (lookedAt == toLookAt) {
            boolean isWorthIt = withSchema >= toLookAt / MIN_SHARE;
            toRest = isWorthIt ? 0 : rest;
            rest = isWorthIt ? FIRST_REST : Math.min(2 * rest, LONGEST_REST);
            toLookAt = isWorthIt ? FIRST_LOOK : LOOK;
            lookedAt = 0;
            withSchema = 0;
        }
    }
}
