package org.ssdtier.rowcache;

import java.util.function.LongSupplier;

/**
 * The pause after which a journal that was given up is begun again: five minutes, and after each further failure twice as long, up
 * to two hours, until a checkpoint is complete. For one thread.
 */
final class JournalPause {
    static final long FIRST_NANOS = 300_000_000_000L;
    private static final long LONGEST_NANOS = 24 * FIRST_NANOS;

    private final LongSupplier nanoClock;
    private long nextNanos = FIRST_NANOS;
    private long endNanos;
    private boolean isActive;

    /** Creates an instance that does not pause; {@code nanoClock} is the clock of the pauses, in nanoseconds. */
    JournalPause(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Begins a pause, because the journal was given up or could not be begun. */
    void begin() {
        endNanos = nanoClock.getAsLong() + nextNanos;
        nextNanos = Math.min(LONGEST_NANOS, 2 * nextNanos);
        isActive = true;
    }

    /** Returns whether a pause has begun, was not cancelled, and is over. */
    boolean isOver() {
        return isActive && nanoClock.getAsLong() - endNanos >= 0;
    }

    /** Ends the pause: there is a journal, or none is to be begun. */
    void cancel() {
        isActive = false;
    }

    /** Makes the next pause a short one: the journal is in order. */
    void recovered() {
        nextNanos = FIRST_NANOS;
    }
}
