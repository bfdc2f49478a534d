package org.ssdtier.ycsb.stale;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.ssdtier.ycsb.generator.Mix;

/**
 * The writes to each row, and therefore the results that a read may return.
 *
 * <p>A row is a sequence of events 1, 2, …, each a write of that version or a deletion; which of the two is a function
 * of the seed. The row's single writer issues an event before it sends it, and acknowledges it after the store has done
 * so. A read that began when event {@code a} was the last acknowledged and ended when {@code i} was the last issued may
 * return the state after any event of {@code a … i}. An erasure of all rows that began when {@code a} was acknowledged
 * and ended when {@code i} was issued has certainly erased the events up to {@code a} and possibly those up to
 * {@code i}.
 *
 * <p>After an outage of the store some events are undecided: issued, never acknowledged. Either outcome is allowed, but
 * it must not change afterwards. {@link #settle} takes the first state observed as the outcome; from then on, a read
 * that returns one of the events that did not happen is wrong.
 *
 * <table>
 * <caption>Fields, all read and written in volatile mode</caption>
 * <tr><th>field</th><th>written by</th></tr>
 * <tr><td>issued, acknowledged</td><td>the row's writer</td></tr>
 * <tr><td>certainlyErased, possiblyErased, erasing, erasures</td><td>the thread that erases, one at a time</td></tr>
 * <tr><td>all but issued, erasing and erasures; refusedAbove, refusedUpTo</td><td>the thread that settles, while no
 * other thread accesses the history</td></tr>
 * </table>
 */
final class History {
    private final AtomicLongArray issued;
    private final AtomicLongArray acknowledged;
    private final AtomicLongArray certainlyErased;
    private final AtomicLongArray possiblyErased;
    private final AtomicLongArray refusedAbove;
    private final AtomicLongArray refusedUpTo;
    private final int deleteOneIn;
    private final long seed;
    private volatile boolean erasing;
    private final AtomicLong erasures = new AtomicLong();

    History(int rows, int deleteOneIn, long seed) {
        this.issued = new AtomicLongArray(rows);
        this.acknowledged = new AtomicLongArray(rows);
        this.certainlyErased = new AtomicLongArray(rows);
        this.possiblyErased = new AtomicLongArray(rows);
        this.refusedAbove = new AtomicLongArray(rows);
        this.refusedUpTo = new AtomicLongArray(rows);
        this.deleteOneIn = deleteOneIn;
        this.seed = seed;
    }

    // --- The row's writer ---

    /** Issues the row's next event and returns its version. */
    long issue(int row) {
        long version = issued.get(row) + 1;
        issued.set(row, version);
        return version;
    }

    void acknowledge(int row, long version) {
        acknowledged.set(row, version);
    }

    /** Returns whether an event is a deletion. The first event of a row never is. */
    boolean isDelete(int row, long version) {
        return deleteOneIn > 0 && version > 1 && Math.floorMod(Mix.of(seed, row, version), (long) deleteOneIn) == 0;
    }

    // --- Erasing all rows; the caller ensures that only one erasure runs at a time ---

    long[] beginErasure() {
        erasing = true;
        long[] before = new long[acknowledged.length()];
        for (int row = 0; row < before.length; row++) {
            before[row] = acknowledged.get(row);
        }
        return before;
    }

    /**
     * Ends an erasure.
     *
     * @param before what {@link #beginErasure} returned
     * @param done false if it is not known whether the rows were erased
     */
    void endErasure(long[] before, boolean done) {
        for (int row = 0; row < before.length; row++) {
            possiblyErased.set(row, issued.get(row));
            if (done) {
                certainlyErased.set(row, before[row]);
            }
        }
        erasures.incrementAndGet();
        erasing = false;
    }

    // --- After an outage; no writer, reader or eraser is active ---

    /** Returns whether it is unknown which of a row's events happened. */
    boolean isUndecided(int row) {
        long erased = possiblyErased.get(row);
        return issued.get(row) > acknowledged.get(row)
                || (erased >= acknowledged.get(row) && erased > certainlyErased.get(row));
    }

    /**
     * Records the observed state of a row, judged right, as the outcome of all its events.
     *
     * @param observed a version or {@link VersionStore#ABSENT}
     */
    void settle(int row, long observed) {
        long last = issued.get(row);
        if (observed == VersionStore.ABSENT) {
            certainlyErased.set(row, last);
            possiblyErased.set(row, last);
            return;
        }
        possiblyErased.set(row, certainlyErased.get(row));
        acknowledged.set(row, observed);
        refusedAbove.set(row, observed);
        refusedUpTo.set(row, last);
    }

    // --- Readers ---

    /** Returns the state of {@code rows} rows at the beginning of a read. */
    Start start(int firstRow, int rows) {
        long erasuresBefore = erasures.get();
        boolean erasingNow = erasing;
        long[] acknowledgedNow = new long[rows];
        long[] erasedNow = new long[rows];
        for (int i = 0; i < rows; i++) {
            erasedNow[i] = certainlyErased.get(firstRow + i);
            acknowledgedNow[i] = acknowledged.get(firstRow + i);
        }
        return new Start(firstRow, acknowledgedNow, erasedNow, erasingNow, erasuresBefore);
    }

    /** Returns whether rows may have been erased at any time between {@code start} and now. */
    boolean erasedSince(Start start) {
        return start.erasing || erasing || erasures.get() != start.erasures;
    }

    /**
     * Judges the result of a read, after the read has ended.
     *
     * @param observed a version or {@link VersionStore#ABSENT}
     */
    Verdict judge(Start start, int row, long observed) {
        boolean mayBeErased = erasedSince(start);
        long erasedLater = possiblyErased.get(row);
        long last = issued.get(row);
        long from = start.acknowledged[row - start.firstRow];
        if (observed == VersionStore.ABSENT) {
            boolean allowed = from == 0 || mayBeErased || from <= erasedLater || hasDelete(row, from, last);
            return allowed ? Verdict.RIGHT : Verdict.LOST;
        }
        if (observed < 0 || observed > last || isDelete(row, observed) || isRefused(row, observed)) {
            return Verdict.GHOST;
        }
        if (observed <= start.erased[row - start.firstRow]) {
            return Verdict.GHOST;
        }
        if (observed < from) {
            return isDelete(row, from) ? Verdict.GHOST : Verdict.STALE;
        }
        return Verdict.RIGHT;
    }

    private boolean hasDelete(int row, long from, long last) {
        for (long version = from; version <= last; version++) {
            if (isDelete(row, version) && !isRefused(row, version)) {
                return true;
            }
        }
        return false;
    }

    private boolean isRefused(int row, long version) {
        return version > refusedAbove.get(row) && version <= refusedUpTo.get(row);
    }

    /** The verdict on one row of a read. */
    enum Verdict {
        RIGHT,
        STALE,
        LOST,
        GHOST
    }

    /** The state of some rows when a read began. */
    static final class Start {
        private final int firstRow;
        private final long[] acknowledged;
        private final long[] erased;
        private final boolean erasing;
        private final long erasures;

        private Start(int firstRow, long[] acknowledged, long[] erased, boolean erasing, long erasures) {
            this.firstRow = firstRow;
            this.acknowledged = acknowledged;
            this.erased = erased;
            this.erasing = erasing;
            this.erasures = erasures;
        }

        long acknowledged(int row) {
            return acknowledged[row - firstRow];
        }
    }
}
