package org.ssdtier.catalogue.cassandra;

/**
 * Tells when it is not worth the time to look for a row's schema, because next to no row of the SSTable has one: for a while rows
 * are written as they are, then some are looked at again. Of one thread.
 */
final class SchemaYield {
    /** So many rows are looked at first, for a schema has to be seen twice. */
    static final int FIRST_LOOK = 4_096;
    /** … and so many after a rest. */
    static final int LOOK = 1_024;

    private static final int FIRST_REST = 4_096;
    /** The longest rest. */
    static final int LONGEST_REST = 65_536;
    /** One row of so many is to have a schema. */
    private static final int LEAST_SHARE = 64;

    private int toLookAt = FIRST_LOOK;
    private int lookedAt;
    private int withSchema;
    private int rest = FIRST_REST;
    private int toRest;

    /** Whether the next row is written as it is; else {@link #looked} follows. */
    boolean isResting() {
        if (toRest == 0) {
            return false;
        }
        toRest--;
        return true;
    }

    /** A row was looked at. */
    void looked(boolean hasSchema) {
        lookedAt++;
        withSchema += hasSchema ? 1 : 0;
        if (lookedAt == toLookAt) {
            boolean isWorthIt = withSchema >= toLookAt / LEAST_SHARE;
            toRest = isWorthIt ? 0 : rest;
            rest = isWorthIt ? FIRST_REST : Math.min(2 * rest, LONGEST_REST);
            toLookAt = isWorthIt ? FIRST_LOOK : LOOK;
            lookedAt = 0;
            withSchema = 0;
        }
    }
}
