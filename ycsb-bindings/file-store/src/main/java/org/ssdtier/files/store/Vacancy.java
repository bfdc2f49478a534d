package org.ssdtier.files.store;

import java.time.Duration;

/**
 * A look at a directory a moment ago: whether it was vacant, that is, without any entry, even one without a file. Whoever
 * fills a vacant directory need not look at each path first. Thread-safe.
 */
public final class Vacancy {
    /** Time for which a look counts; it is short because others may put files and directories there meanwhile. */
    static final Duration LEASE = Duration.ofSeconds(2);

    private final boolean wasVacant;
    private final long sinceNanos;
    private final StoreClock clock;

    Vacancy(boolean wasVacant, long sinceNanos, StoreClock clock) {
        this.wasVacant = wasVacant;
        this.sinceNanos = sinceNanos;
        this.clock = clock;
    }

    /** Returns whether the directory was vacant in the last two seconds. */
    public boolean holds() {
        return wasVacant && clock.nanoTime() - sinceNanos < LEASE.toNanos();
    }
}
