package org.ssdtier.rowcache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The purged token ranges of a table: for each token the stamp below which its images are dead. Immutable.
 *
 * <p>The ring of tokens is cut into pieces, each up to and including its end, in the order of their ends; a piece has one stamp,
 * neighbours have different ones. A new mark takes the place of all that it covers, so a range that is purged again and again
 * costs no more than once. A look-up is a binary search.
 *
 * <p>At most {@value #MAX_PIECES} pieces are kept: beyond it the narrowest is given the higher stamp of a neighbour, so that
 * the fewest tokens are purged for nothing.
 */
final class RangeMarks {
    /** The most pieces that are kept. */
    static final int MAX_PIECES = 2_048;

    /** No image has a stamp below this one. */
    private static final int UNMARKED = 0;

    /** No range is marked. */
    static final RangeMarks NONE = new RangeMarks(new long[] {Long.MAX_VALUE}, new int[] {UNMARKED});

    /** Ascending; the last is the highest token. */
    private final long[] ends;

    private final int[] stamps;

    private RangeMarks(long[] ends, int[] stamps) {
        this.ends = ends;
        this.stamps = stamps;
    }

    /** Returns the marks of a snapshot. */
    static RangeMarks of(List<CachedTable.Mark> marks) {
        RangeMarks all = NONE;
        for (CachedTable.Mark mark : marks) {
            all = all.with(mark.stamp(), mark.leftToken(), mark.rightToken());
        }
        return all;
    }

    /** Returns the marks for a snapshot: no two of them overlap. */
    List<CachedTable.Mark> toList() {
        List<CachedTable.Mark> marks = new ArrayList<>();
        for (int i = 0; i < ends.length; i++) {
            if (stamps[i] != UNMARKED) {
                marks.add(new CachedTable.Mark(stamps[i], i == 0 ? Long.MIN_VALUE : ends[i - 1], ends[i]));
            }
        }
        return marks;
    }

    /** Returns the stamp below which images of this token are dead. */
    int stampOf(long token) {
        int found = Arrays.binarySearch(ends, token);
        return stamps[found >= 0 ? found : -found - 1];
    }

    /** Returns the number of pieces. */
    int pieces() {
        return ends.length;
    }

    /**
     * Returns these marks and a new one.
     *
     * @param stamp higher than any of these that the range overlaps
     * @param left the range is (left, right], as Cassandra's: it wraps around when left is not less than right
     */
    RangeMarks with(int stamp, long left, long right) {
        if (left < right) {
            return overlaid(stamp, left, right).bounded();
        }
        RangeMarks upper = left == Long.MAX_VALUE ? this : overlaid(stamp, left, Long.MAX_VALUE);
        RangeMarks both = right == Long.MIN_VALUE ? upper : upper.overlaid(stamp, Long.MIN_VALUE, right);
        return both.bounded();
    }

    /** The range does not wrap. The lowest token, which no key has, counts as part of one that begins with it. */
    private RangeMarks overlaid(int stamp, long left, long right) {
        Pieces pieces = new Pieces(ends.length + 2);
        int i = 0;
        while (ends[i] < left) {
            pieces.add(ends[i], stamps[i]);
            i++;
        }
        if (left > Long.MIN_VALUE) {
            pieces.add(left, stamps[i]);
        }
        pieces.add(right, stamp);
        while (i < ends.length && ends[i] <= right) {
            i++;
        }
        for (; i < ends.length; i++) {
            pieces.add(ends[i], stamps[i]);
        }
        return pieces.toMarks();
    }

    private RangeMarks bounded() {
        RangeMarks marks = this;
        while (marks.ends.length > MAX_PIECES) {
            marks = marks.withoutNarrowest();
        }
        return marks;
    }

    /** Raises the narrowest of all pieces that have a neighbour with a higher stamp to the lower of such stamps. */
    private RangeMarks withoutNarrowest() {
        int narrowest = -1;
        long leastWidth = -1; // as unsigned the greatest
        for (int i = 0; i < ends.length; i++) {
            long width = ends[i] - (i == 0 ? Long.MIN_VALUE : ends[i - 1]);
            if (raised(i) > stamps[i] && Long.compareUnsigned(width, leastWidth) < 0) {
                narrowest = i;
                leastWidth = width;
            }
        }
        Pieces pieces = new Pieces(ends.length);
        for (int i = 0; i < ends.length; i++) {
            pieces.add(ends[i], i == narrowest ? raised(i) : stamps[i]);
        }
        return pieces.toMarks();
    }

    /** The lower of the neighbours' stamps that are higher than this piece's; its own if there is none. */
    private int raised(int piece) {
        int before = piece == 0 ? UNMARKED : stamps[piece - 1];
        int after = piece == ends.length - 1 ? UNMARKED : stamps[piece + 1];
        int lower = Math.min(before, after);
        return lower > stamps[piece] ? lower : Math.max(stamps[piece], Math.max(before, after));
    }

    /** Marks in the making: neighbours with one stamp become one piece. */
    private static final class Pieces {
        private final long[] ends;
        private final int[] stamps;
        private int count;

        Pieces(int most) {
            ends = new long[most];
            stamps = new int[most];
        }

        void add(long end, int stamp) {
            boolean isMore = count > 0 && stamps[count - 1] == stamp;
            int at = isMore ? count - 1 : count++;
            ends[at] = end;
            stamps[at] = stamp;
        }

        RangeMarks toMarks() {
            return new RangeMarks(Arrays.copyOf(ends, count), Arrays.copyOf(stamps, count));
        }
    }
}
