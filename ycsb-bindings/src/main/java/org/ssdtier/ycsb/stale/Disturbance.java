package org.ssdtier.ycsb.stale;

import java.time.Duration;

/**
 * An action applied to the store repeatedly while it is checked: a flush, a TRUNCATE, an ALTER TABLE.
 *
 * @param name name in reports
 * @param period time between the end of one execution and the beginning of the next
 * @param action action to execute
 * @param effect effect of the action on the rows
 */
public record Disturbance(String name, Duration period, Action action, Effect effect) {
    /** The action of a disturbance; complete when {@code run} returns. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    /** The effect of a disturbance on the rows. */
    public enum Effect {
        /** The rows stay: flush, compaction, ALTER, resize, invalidation. */
        NONE,
        /** Removes every row written before, as TRUNCATE does; a row written meanwhile may stay or be removed. */
        ERASES,
        /** As {@link #ERASES}, but requests may also fail meanwhile: the table is dropped and created again. */
        RECREATES
    }
}
