package org.ssdtier.ycsb.stale;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The outages of a store, active and ended. A request that overlaps one may fail. */
final class Outages {
    private static final long ACTIVE = -1;

    private final AtomicInteger active = new AtomicInteger();
    private final AtomicLong ended = new AtomicLong();

    void begin() {
        active.incrementAndGet();
    }

    /** Ends an outage. Increments before it decrements, so that an earlier request sees at least one of the two. */
    void end() {
        ended.incrementAndGet();
        active.decrementAndGet();
    }

    /** Suspends the outage: requests until {@link #begin} are judged as usual, including failed ones. */
    void suspend() {
        active.decrementAndGet();
    }

    /** Returns a mark to be taken before a request, for {@link #overlapped}. */
    long mark() {
        return active.get() > 0 ? ACTIVE : ended.get();
    }

    /** Returns whether an outage overlapped a request that took the mark and has just ended. */
    boolean overlapped(long mark) {
        return active.get() > 0 || ended.get() != mark;
    }
}
