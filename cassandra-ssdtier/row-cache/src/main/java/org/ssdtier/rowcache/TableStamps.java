package org.ssdtier.rowcache;

import java.util.List;

/**
 * The stamps of one table's images, and which of them are dead.
 *
 * <p>Every image carries the stamp that was current when it was made. A purge raises the stamp and declares all images
 * with an older stamp dead. A purge of a token range adds a mark to the {@link RangeMarks}, which declares older images
 * in the range dead. Neither visits any image.
 *
 * <p>Thread-safe.
 */
final class TableStamps {
    private volatile int current;
    private volatile int floor;
    private volatile RangeMarks marks;

    /** Creates the stamps of a table without images. */
    TableStamps(int first) {
        this(first, first, List.of());
    }

    /**
     * Creates the stamps of a recovered table, with the images that were dead at the end of its former life. They begin with {@code
     * first}, or above a purge that had a higher stamp: only the stamps of images are reserved, and there may have been many purges
     * without an image.
     */
    TableStamps(int first, int floor, List<RangeMarks.Mark> marks) {
        this.current = marks.stream().mapToInt(RangeMarks.Mark::stamp).reduce(Math.max(first, floor), Math::max);
        this.floor = floor;
        this.marks = RangeMarks.of(marks);
    }

    /** Returns the stamp for an image made now. */
    int current() {
        return current;
    }

    /** Returns the stamp below which every image is dead. */
    int floor() {
        return floor;
    }

    /** Raises the stamp and returns it. Every image made from now on has at least this stamp. */
    int raise() {
        return raiseAbove(0);
    }

    /** Raises the stamp, to one above {@code bound}, and returns it. */
    synchronized int raiseAbove(int bound) {
        int next = Math.max(current, bound) + 1;
        current = next;
        return next;
    }

    /** Declares every image dead. */
    synchronized void purge() {
        int next = current + 1;
        floor = next;
        marks = RangeMarks.NONE;
        current = next; // last: a thread that reads the new stamp also sees what is dead
    }

    /** Declares every image with a token in ({@code left}, {@code right}] dead; see {@link RangeMarks.Mark}. */
    synchronized void purgeRange(long left, long right) {
        int next = current + 1;
        assert next > current && floor <= current : "stamp=" + next + " floor=" + floor;
        marks = marks.with(next, left, right);
        current = next; // last: a thread that reads the new stamp also sees the mark
    }

    /** Returns whether an image with this stamp is dead for a key with this token. */
    @SuppressWarnings("ReferenceEquality") // most tables have no marks, so the search is skipped
    boolean isDead(int imageStamp, long token) {
        RangeMarks seen = marks; // read before the floor, which rises before the marks it replaces are removed
        return imageStamp < floor || (seen != RangeMarks.NONE && imageStamp < seen.stampOf(token));
    }

    /** Returns which images are dead, for snapshot and journal. Consistent: a purge cannot intervene. */
    synchronized DeadImages dead() {
        return new DeadImages(floor, marks.toList());
    }
}
