package org.ssdtier.ycsb.stale;

import java.time.Duration;

/**
 * Something done to the store again and again while it is checked: a flush, a TRUNCATE, an ALTER TABLE.
 *
 * @param name in reports
 * @param period time between the end of one and the beginning of the next
 * @param action what is done
 * @param effect what it does to the rows
 */
public record Disturbance(String name, Duration period, Action action, Effect effect) {
    /** What a disturbance does; it has been done when this returns. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    /** What a disturbance does to the rows. */
    public enum Effect {
        /** The rows stay: flush, compaction, ALTER, resize, invalidation. */
        NONE,
        /** Every row written before goes, as by TRUNCATE; a row written meanwhile may stay or go. */
        ERASES,
        /** As {@link #ERASES}, and requests may fail meanwhile: the table is dropped and created again. */
        RECREATES
    }
}
